<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es">
<context>
    <name>mlplab::About</name>
    <message>
        <source>A laboratory of parallel neural-network training.</source>
        <translation>Un laboratorio de entrenamiento paralelo de redes neuronales.</translation>
    </message>
    <message>
        <source>Free software: GPL-3.0-or-later, without any warranty.</source>
        <translation>Software libre: GPL-3.0-or-later, sin ninguna garantía.</translation>
    </message>
    <message>
        <source>Linked with</source>
        <translation>Enlazado con</translation>
    </message>
    <message>
        <source>MNIST is by Y. LeCun, C. Cortes and C. J. C. Burges, CC BY-SA 3.0.</source>
        <translation>MNIST es de Y. LeCun, C. Cortes y C. J. C. Burges, CC BY-SA 3.0.</translation>
    </message>
</context>
<context>
    <name>mlplab::ActivationGrid</name>
    <message>
        <source>Activations of the hidden layer</source>
        <translation>Activaciones de la capa oculta</translation>
    </message>
    <message>
        <source>no prediction yet</source>
        <translation>sin predicción todavía</translation>
    </message>
    <message>
        <source>%1 of %2 units are on</source>
        <translation>%1 de %2 unidades activas</translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation>nada que mostrar todavía</translation>
    </message>
    <message>
        <source>unit %1: %2</source>
        <translation>unidad %1: %2</translation>
    </message>
</context>
<context>
    <name>mlplab::BackendList</name>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Procesos</translation>
    </message>
    <message>
        <source>External programs</source>
        <translation>Programas externos</translation>
    </message>
    <message>
        <source>being checked</source>
        <translation>comprobándose</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
</context>
<context>
    <name>mlplab::Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
    <message>
        <source>And one more…</source>
        <translation>Y uno más…</translation>
    </message>
    <message>
        <source>And %1 more…</source>
        <translation>Y %1 más…</translation>
    </message>
    <message>
        <source>Warnings of the run</source>
        <translation>Avisos de la ejecución</translation>
    </message>
</context>
<context>
    <name>mlplab::Card</name>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation>Guardar como &amp;PNG…</translation>
    </message>
    <message>
        <source>Image (*.png)</source>
        <translation>Imagen (*.png)</translation>
    </message>
    <message>
        <source>Copy &amp;image</source>
        <translation>Copiar &amp;imagen</translation>
    </message>
</context>
<context>
    <name>mlplab::ChangeModel</name>
    <message>
        <source>unit or map ← what it takes; rows and columns count from 0</source>
        <translation>unidad o mapa ← lo que toma; filas y columnas se cuentan desde 0</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Antes</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambio</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Después</translation>
    </message>
</context>
<context>
    <name>mlplab::ChartCard</name>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Back from the zoom (double click, or Home)</source>
        <translation>Volver del zoom (doble clic o Inicio)</translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation>Guardar como &amp;PNG…</translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation>Guardar como &amp;SVG…</translation>
    </message>
    <message>
        <source>Save as P&amp;DF…</source>
        <translation>Guardar como P&amp;DF…</translation>
    </message>
    <message>
        <source>Save as &amp;CSV…</source>
        <translation>Guardar como &amp;CSV…</translation>
    </message>
    <message>
        <source>Copy &amp;image</source>
        <translation>Copiar la &amp;imagen</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>Copiar los &amp;números</translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation>Mostrar como &amp;tabla</translation>
    </message>
    <message>
        <source>&amp;Logarithmic axis</source>
        <translation>Eje &amp;logarítmico</translation>
    </message>
    <message>
        <source>Menu of the chart &apos;%1&apos;</source>
        <translation>Menú de la gráfica «%1»</translation>
    </message>
    <message>
        <source>Save, copy, or show as a table</source>
        <translation>Guardar, copiar o mostrar como tabla</translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation>%1 como tabla</translation>
    </message>
    <message>
        <source>Which chart</source>
        <translation>Qué gráfico</translation>
    </message>
    <message>
        <source>&amp;Write a note…</source>
        <translation>&amp;Escribir una nota…</translation>
    </message>
    <message>
        <source>&amp;Line across…</source>
        <translation>&amp;Línea horizontal…</translation>
    </message>
    <message>
        <source>&amp;Remove the notes</source>
        <translation>&amp;Quitar las notas</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Sus palabras</translation>
    </message>
    <message>
        <source>Height, and words: 97 our goal</source>
        <translation>Altura y palabras: 97 nuestra meta</translation>
    </message>
    <message>
        <source>It begins with a number that the axis has, as 97 or 97 our goal</source>
        <translation>Empieza con un número que tenga el eje, como 97 o 97 nuestra meta</translation>
    </message>
</context>
<context>
    <name>mlplab::ChartExport</name>
    <message>
        <source>an image is saved as png, svg or pdf, not as &apos;%1&apos;</source>
        <translation>una imagen se guarda como png, svg o pdf, no como «%1»</translation>
    </message>
    <message>
        <source>a chart is saved as %1, not as &apos;%2&apos;</source>
        <translation>una gráfica se guarda como %1, no como «%2»</translation>
    </message>
</context>
<context>
    <name>mlplab::ChartTableModel</name>
    <message>
        <source>Series</source>
        <translation>Serie</translation>
    </message>
</context>
<context>
    <name>mlplab::ChartView</name>
    <message>
        <source> (at %1)</source>
        <translation> (en %1)</translation>
    </message>
    <message>
        <source>Click to hide it, or to show it again</source>
        <translation>Pulse para ocultarla o mostrarla de nuevo</translation>
    </message>
    <message>
        <source>no values yet</source>
        <translation>todavía sin valores</translation>
    </message>
</context>
<context>
    <name>mlplab::CheckView</name>
    <message>
        <source>Stages of the check</source>
        <translation>Etapas de la comprobación</translation>
    </message>
    <message>
        <source>Messages and faults</source>
        <translation>Mensajes y fallas</translation>
    </message>
    <message>
        <source>Not checked yet.</source>
        <translation>Aún no se ha comprobado.</translation>
    </message>
</context>
<context>
    <name>mlplab::ClassPage</name>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Guesses</source>
        <translation>Pronósticos</translation>
    </message>
    <message>
        <source>Drawings</source>
        <translation>Dibujos</translation>
    </message>
</context>
<context>
    <name>mlplab::ClassPanel</name>
    <message>
        <source>Network of the class</source>
        <translation>Red de la clase</translation>
    </message>
    <message>
        <source>The network that the phones are in: the class is reached in this one alone</source>
        <translation>La red en la que están los teléfonos: a la clase solo se llega por ella</translation>
    </message>
    <message>
        <source>Address of the class</source>
        <translation>Dirección de la clase</translation>
    </message>
    <message>
        <source>Code of the class</source>
        <translation>Código de la clase</translation>
    </message>
    <message>
        <source>This machine alone (to try it)</source>
        <translation>Solo este equipo (para probar)</translation>
    </message>
    <message>
        <source>&amp;End the class</source>
        <translation>&amp;Terminar la clase</translation>
    </message>
    <message>
        <source>&amp;Class</source>
        <translation>&amp;Clase</translation>
    </message>
    <message>
        <source>No phone reaches this program any more; what the class did stays</source>
        <translation>Ningún teléfono llega ya a este programa; lo que hizo la clase se queda</translation>
    </message>
    <message>
        <source>Let the class take part from their phones, until you end it</source>
        <translation>Deja que la clase participe desde sus teléfonos, hasta que usted la termine</translation>
    </message>
    <message>
        <source>Phones in the same network scan the code or open the address. If none can: open the address on a second machine; if that fails too, this network keeps its devices apart, and a phone&apos;s hotspot helps.</source>
        <translation>Los teléfonos de la misma red leen el código o abren la dirección. Si ninguno puede: abra la dirección en otro equipo; si tampoco llega, esta red separa a sus dispositivos, y ayuda el punto de acceso de un teléfono.</translation>
    </message>
    <message>
        <source>Off: nothing can be reached from the network. Press Class, and phones guess, draw digits and follow the run.</source>
        <translation>Apagada: no se llega a nada desde la red. Pulse Clase, y los teléfonos pronostican, dibujan dígitos y siguen la ejecución.</translation>
    </message>
    <message>
        <source>People: %1 here, %2 joined</source>
        <translation>Personas: %1 aquí, %2 han entrado</translation>
    </message>
</context>
<context>
    <name>mlplab::ClassServer</name>
    <message>
        <source>The class cannot be reached at %1: %2. Choose another network.</source>
        <translation>No se puede llegar a la clase en %1: %2. Elija otra red.</translation>
    </message>
    <message>
        <source>The class cannot begin: the system has no thread left. End other programs.</source>
        <translation>La clase no puede empezar: el sistema no tiene más hilos. Cierre otros programas.</translation>
    </message>
</context>
<context>
    <name>mlplab::ClassTableModel</name>
    <message>
        <source>never predicted: the precision is not defined</source>
        <translation>nunca predicha: la precisión no está definida</translation>
    </message>
    <message>
        <source>no images of this class</source>
        <translation>ninguna imagen de esta clase</translation>
    </message>
    <message>
        <source>no images of this class, and never predicted</source>
        <translation>ninguna imagen de esta clase, y nunca predicha</translation>
    </message>
    <message>
        <source>no images</source>
        <translation>ninguna imagen</translation>
    </message>
    <message>
        <source>Share of the images predicted as this class that belong to it: correct / predicted</source>
        <translation>Parte de las imágenes predichas como esta clase que pertenecen a ella: aciertos / predichas</translation>
    </message>
    <message>
        <source>The harmonic mean of both: 2 correct / (images + predicted)</source>
        <translation>La media armónica de ambas: 2 aciertos / (imágenes + predichas)</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Predichas</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Aciertos</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisión</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>Exhaustividad</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Share of the images of this class that were found: correct / images</source>
        <translation>Parte de las imágenes de esta clase que se encontraron: aciertos / imágenes</translation>
    </message>
</context>
<context>
    <name>mlplab::Classroom</name>
    <message>
        <source>a page can be hidden, not locked: &apos;%1&apos;</source>
        <translation>una página se puede ocultar, no bloquear: «%1»</translation>
    </message>
    <message>
        <source>this window has no control &apos;%1&apos;</source>
        <translation>esta ventana no tiene el control «%1»</translation>
    </message>
    <message>
        <source>this window has no page &apos;%1&apos;</source>
        <translation>esta ventana no tiene la página «%1»</translation>
    </message>
    <message>
        <source>it needs the page &apos;%1&apos; and hides it</source>
        <translation>necesita la página «%1» y la oculta</translation>
    </message>
    <message>
        <source>it hides all pages</source>
        <translation>oculta todas las páginas</translation>
    </message>
    <message>
        <source>the page %1 is measuring; stop it first, or wait for its end</source>
        <translation>la página %1 está midiendo; deténgala antes o espere a que termine</translation>
    </message>
    <message>
        <source>%1 is not opened: %2</source>
        <translation>%1 no se abre: %2</translation>
    </message>
    <message>
        <source>The kernels of this lesson cannot be checked here: %1.</source>
        <translation>Los kernels de esta lección no se pueden comprobar aquí: %1.</translation>
    </message>
    <message>
        <source>The page %1 is busy; wait for its end</source>
        <translation>La página %1 está ocupada; espere a que termine</translation>
    </message>
</context>
<context>
    <name>mlplab::CodeEdit</name>
    <message>
        <source>Line numbers</source>
        <translation>Números de línea</translation>
    </message>
</context>
<context>
    <name>mlplab::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>READING</source>
        <translation>LECTURA</translation>
    </message>
    <message>
        <source>What the comparison says</source>
        <translation>Lo que dice la comparación</translation>
    </message>
    <message>
        <source>Implementations</source>
        <translation>Implementaciones</translation>
    </message>
    <message>
        <source>same weights, same order of images; training time</source>
        <translation>mismos pesos, mismo orden de imágenes; tiempo de entrenamiento</translation>
    </message>
    <message>
        <source>Kept comparisons</source>
        <translation>Comparaciones guardadas</translation>
    </message>
    <message>
        <source>Show a comparison that was measured before</source>
        <translation>Mostrar una comparación medida antes</translation>
    </message>
    <message>
        <source>Menu of the table of implementations</source>
        <translation>Menú de la tabla de implementaciones</translation>
    </message>
    <message>
        <source>&amp;Copy as CSV</source>
        <translation>&amp;Copiar como CSV</translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation>Marcar &amp;todas</translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation>Marcar &amp;ninguna</translation>
    </message>
    <message>
        <source>Table of implementations</source>
        <translation>Tabla de implementaciones</translation>
    </message>
    <message>
        <source>Times and losses</source>
        <translation>Tiempo y pérdida</translation>
    </message>
    <message>
        <source>Race</source>
        <translation>Carrera</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Trabajadores</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Logarithmic time axis</source>
        <translation>Eje de tiempo logarítmico</translation>
    </message>
    <message>
        <source>Tick what is to be compared and press Compare all: each is trained with the same network, weights, order of images and seed, one after the other, in rounds.</source>
        <translation>Marque lo que se ha de comparar y pulse Comparar todo: cada una se entrena con la misma red, pesos, orden de imágenes y semilla, una tras otra, por rondas.</translation>
    </message>
    <message>
        <source>%1: no number of workers is faster than %2.</source>
        <translation>%1: ningún número de trabajadores es más rápido que %2.</translation>
    </message>
    <message>
        <source>%1: no number of workers is faster than %2 by more than the noise.</source>
        <translation>%1: ningún número de trabajadores es más rápido que %2 por encima del ruido.</translation>
    </message>
    <message>
        <source>%1: fastest with %2 workers, %3 times as fast as with %4%5.</source>
        <translation>%1: lo más rápido con %2 trabajadores, %3 veces tan rápido como con %4%5.</translation>
    </message>
    <message>
        <source>Published: %1, measured on: %2. Compare shapes, not seconds.</source>
        <translation>Publicado: %1, medido en: %2. Compare formas, no segundos.</translation>
    </message>
    <message>
        <source>The guess: the fastest is %1 times as fast as the baseline.</source>
        <translation>El pronóstico: la más rápida es %1 veces tan rápida como la referencia.</translation>
    </message>
    <message>
        <source>Measured: %1 times, by %2; the baseline is %3.</source>
        <translation>Medido: %1 veces, por %2; la referencia es %3.</translation>
    </message>
    <message>
        <source>Its times are not shown: %1.</source>
        <translation>Sus tiempos no se muestran: %1.</translation>
    </message>
    <message>
        <source>Add a &amp;team…</source>
        <translation>Añadir un &amp;equipo…</translation>
    </message>
    <message>
        <source>&amp;Remove the selected teams</source>
        <translation>&amp;Quitar los equipos seleccionados</translation>
    </message>
    <message>
        <source>Tick a &amp;ladder: where a speedup comes from</source>
        <translation>Marcar una &amp;escalera: de dónde viene una aceleración</translation>
    </message>
</context>
<context>
    <name>mlplab::CompareSetup</name>
    <message>
        <source>COMPARE SETUP</source>
        <translation>AJUSTES DE COMPARACIÓN</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>Época&amp;s</translation>
    </message>
    <message>
        <source>Repeats of the comparison</source>
        <translation>Repeticiones de la comparación</translation>
    </message>
    <message>
        <source>How many times each is trained, in rounds; the table has results after the first round, and Stop keeps them</source>
        <translation>Cuántas veces se entrena cada una, por rondas; la tabla tiene resultados tras la primera ronda, y Detener los conserva</translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation>&amp;Repeticiones</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>The table says how long each took to this test accuracy</source>
        <translation>La tabla dice cuánto tardó cada una en llegar a esta exactitud de prueba</translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation>O&amp;bjetivo</translation>
    </message>
    <message>
        <source>What speeds compare with</source>
        <translation>Con qué se comparan las velocidades</translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation>Re&amp;ferencia</translation>
    </message>
    <message>
        <source>Expected speedup of the fastest over the baseline</source>
        <translation>Aceleración esperada de la más rápida respecto de la referencia</translation>
    </message>
    <message>
        <source> ×</source>
        <translation> ×</translation>
    </message>
    <message>
        <source>Measured on: %1</source>
        <translation>Medido en: %1</translation>
    </message>
    <message>
        <source>&amp;Compare all</source>
        <translation>&amp;Comparar todo</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation>Progreso de la comparación</translation>
    </message>
    <message>
        <source>Trains every ticked implementation in turn; other programs train only when a button is pressed</source>
        <translation>Entrena por turno cada implementación marcada; otros programas solo entrenan cuando se pulsa un botón</translation>
    </message>
    <message>
        <source>THREADS AND PROCESSES</source>
        <translation>HILOS Y PROCESOS</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Trabajadores</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Repeticiones</translation>
    </message>
    <message>
        <source>Repe&amp;ats</source>
        <translation>Repeticio&amp;nes</translation>
    </message>
    <message>
        <source>&amp;Measure workers</source>
        <translation>&amp;Medir trabajadores</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>D&amp;etener</translation>
    </message>
    <message>
        <source>Progress of the sweeps over workers</source>
        <translation>Progreso de los barridos de trabajadores</translation>
    </message>
    <message>
        <source>Times the ticked implementations that have several workers with 1, 2, 4… of them</source>
        <translation>Cronometra las implementaciones marcadas que tienen varios trabajadores con 1, 2, 4… de ellos</translation>
    </message>
    <message>
        <source>%1, batch %2, seed %3, as set up on the Train page</source>
        <translation>%1, lote %2, semilla %3, según la página Entrenar</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>nada todavía</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number of workers</source>
        <translation>«%1» no es un número de trabajadores</translation>
    </message>
    <message>
        <source>Train what the shown comparison still lacks; what is there stays</source>
        <translation>Entrenar lo que aún falta a la comparación mostrada; lo que hay se queda</translation>
    </message>
    <message>
        <source>round %1 · %2</source>
        <translation>ronda %1 · %2</translation>
    </message>
</context>
<context>
    <name>mlplab::ComparisonTableModel</name>
    <message>
        <source>waiting</source>
        <translation>en espera</translation>
    </message>
    <message>
        <source>✓ equal</source>
        <translation>✓ igual</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ difiere</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>no comparado</translation>
    </message>
    <message>
        <source>not verified</source>
        <translation>no verificado</translation>
    </message>
    <message>
        <source>One run only: there is no interval.</source>
        <translation>Una sola ejecución: no hay intervalo.</translation>
    </message>
    <message>
        <source>Median of %1 runs, in brackets its 95 % interval.</source>
        <translation>Mediana de %1 ejecuciones, entre paréntesis su intervalo del 95 %.</translation>
    </message>
    <message>
        <source> Speed: %1.</source>
        <translation> Velocidad: %1.</translation>
    </message>
    <message>
        <source>Whether the losses of all epochs agree with the sequential ones</source>
        <translation>Si las pérdidas de todas las épocas coinciden con las secuenciales</translation>
    </message>
    <message>
        <source>implementation</source>
        <translation>implementación</translation>
    </message>
    <message>
        <source>technology</source>
        <translation>tecnología</translation>
    </message>
    <message>
        <source>parallelism</source>
        <translation>paralelismo</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>trabajadores</translation>
    </message>
    <message>
        <source>time  s</source>
        <translation>tiempo  s</translation>
    </message>
    <message>
        <source>images/s</source>
        <translation>imágenes/s</translation>
    </message>
    <message>
        <source>acc.  %</source>
        <translation>exact.  %</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>veloc.</translation>
    </message>
    <message>
        <source>to %1 %  s</source>
        <translation>a %1 %  s</translation>
    </message>
    <message>
        <source>same</source>
        <translation>pérdida</translation>
    </message>
    <message>
        <source>published  s</source>
        <translation>publicado  s</translation>
    </message>
    <message>
        <source>≈ equal</source>
        <translation>≈ igual</translation>
    </message>
</context>
<context>
    <name>mlplab::ConfusionView</name>
    <message>
        <source>prediction</source>
        <translation>predicción</translation>
    </message>
    <message>
        <source>true class</source>
        <translation>clase verdadera</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>Matriz de confusión</translation>
    </message>
    <message>
        <source>nothing counted yet</source>
        <translation>nada contado todavía</translation>
    </message>
    <message>
        <source>%1 classes; arrow keys choose a cell</source>
        <translation>%1 clases; las flechas eligen una celda</translation>
    </message>
    <message>
        <source>true class %1, correct: %2</source>
        <translation>clase verdadera %1, acertadas: %2</translation>
    </message>
    <message>
        <source>true class %1, predicted %2: %3</source>
        <translation>clase verdadera %1, predicha %2: %3</translation>
    </message>
</context>
<context>
    <name>mlplab::DrawPage</name>
    <message>
        <source>Draw</source>
        <translation>Dibujar</translation>
    </message>
    <message>
        <source>a digit, 0 to 9</source>
        <translation>un dígito, de 0 a 9</translation>
    </message>
    <message>
        <source>Image…</source>
        <translation>Imagen…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo the last stroke (Ctrl+Z on the sheet)</source>
        <translation>Deshacer el último trazo (Ctrl+Z en la hoja)</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>Clear the sheet (Delete on the sheet)</source>
        <translation>Borrar la hoja (Supr en la hoja)</translation>
    </message>
    <message>
        <source>&amp;Pen</source>
        <translation>&amp;Pluma</translation>
    </message>
    <message>
        <source>Width of the pen</source>
        <translation>Ancho de la pluma</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Network input</source>
        <translation>Entrada de la red</translation>
    </message>
    <message>
        <source>The drawing scaled into 20 × 20 of 28 × 28 pixels (other sizes in the same proportion) and centred by its mass, as the images of MNIST were made</source>
        <translation>El dibujo escalado a 20 × 20 de 28 × 28 píxeles (otros tamaños en la misma proporción) y centrado por su masa, como se hicieron las imágenes de MNIST</translation>
    </message>
    <message>
        <source>Hidden layer</source>
        <translation>Capa oculta</translation>
    </message>
    <message>
        <source>One cell a unit: the stronger the colour, the more active the unit</source>
        <translation>Una celda por unidad: cuanto más fuerte el color, más activa la unidad</translation>
    </message>
    <message>
        <source>Which hidden layer</source>
        <translation>Qué capa oculta</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Predicción</translation>
    </message>
    <message>
        <source>The network&apos;s prediction</source>
        <translation>La predicción de la red</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>what did you draw? Labelled drawings become a test set</source>
        <translation>¿qué dibujó? Los dibujos etiquetados forman un conjunto de prueba</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, epoch %2</source>
        <translation>%1, época %2</translation>
    </message>
    <message>
        <source>No trained network yet: press Run.</source>
        <translation>Aún no hay una red entrenada: pulse Ejecutar.</translation>
    </message>
    <message>
        <source>This network takes %1 inputs, which form no image of known size: it cannot read drawings. Train one on MNIST.</source>
        <translation>Esta red toma %1 entradas, que no forman una imagen de tamaño conocido: no puede leer dibujos. Entrene una con MNIST.</translation>
    </message>
    <message>
        <source>This network is large: its prediction takes a moment.</source>
        <translation>Esta red es grande: su predicción tarda un momento.</translation>
    </message>
    <message>
        <source>Draw a digit: the prediction follows the pen.</source>
        <translation>Dibuje un dígito: la predicción sigue a la pluma.</translation>
    </message>
    <message>
        <source>or %1, %2</source>
        <translation>o %1, %2</translation>
    </message>
    <message>
        <source>%1 of %2 on</source>
        <translation>%1 de %2 activas</translation>
    </message>
    <message>
        <source>no hidden layer</source>
        <translation>sin capa oculta</translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation>%1 unidades</translation>
    </message>
    <message>
        <source>The sheet is empty: draw a digit first.</source>
        <translation>La hoja está vacía: dibuje antes un dígito.</translation>
    </message>
    <message>
        <source>Kept as %1; the network said %2.</source>
        <translation>Guardado como %1; la red dijo %2.</translation>
    </message>
    <message>
        <source>Kept as %1.</source>
        <translation>Guardado como %1.</translation>
    </message>
    <message>
        <source>%1 labelled drawings from last time.</source>
        <translation>%1 dibujos etiquetados de la última vez.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The drawings of before are now in %1.</source>
        <translation>Los dibujos de antes están ahora en %1.</translation>
    </message>
    <message>
        <source>Saved. A run with the data folder %1 is tested on these drawings.</source>
        <translation>Guardado. Una ejecución con la carpeta de datos %1 se prueba con estos dibujos.</translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation>Abierto: %1.</translation>
    </message>
    <message>
        <source>Folder to save the drawings in</source>
        <translation>Carpeta en la que guardar los dibujos</translation>
    </message>
    <message>
        <source>Folder with saved drawings</source>
        <translation>Carpeta con dibujos guardados</translation>
    </message>
    <message>
        <source>Save here</source>
        <translation>Guardar aquí</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>%1 is on the sheet.</source>
        <translation>%1 está en la hoja.</translation>
    </message>
    <message>
        <source>%1 files were dropped, and the sheet takes one image: the first, %2.</source>
        <translation>Se soltaron %1 archivos, y la hoja toma una imagen: la primera, %2.</translation>
    </message>
    <message>
        <source>%1 holds %2 images, and the sheet takes one: the first, %3.</source>
        <translation>%1 contiene %2 imágenes, y la hoja toma una: la primera, %3.</translation>
    </message>
    <message>
        <source>Open an image</source>
        <translation>Abrir una imagen</translation>
    </message>
    <message>
        <source>%1 Another window keeps its drawings: save these before closing.</source>
        <translation>%1 Otra ventana conserva sus dibujos: guarde estos antes de cerrar.</translation>
    </message>
    <message>
        <source>%1 holds no images of 28×28 pixels; choose another folder</source>
        <translation>%1 no contiene imágenes de 28×28 píxeles; elija otra carpeta</translation>
    </message>
    <message>
        <source>%1 is blank: no ink stands out from its paper; draw darker or crop the image</source>
        <translation>%1 está en blanco: ninguna tinta destaca del papel; dibuje más oscuro o recorte la imagen</translation>
    </message>
    <message>
        <source>%1, %2 channels</source>
        <translation>%1, %2 canales</translation>
    </message>
    <message>
        <source>%1, assumed</source>
        <translation>%1, supuesto</translation>
    </message>
    <message>
        <source>The whole sheet, scaled to the size of the training images; an image file is prepared as they were</source>
        <translation>La hoja entera, a la escala de las imágenes de entrenamiento; un archivo de imagen se prepara como ellas</translation>
    </message>
    <message>
        <source>one of %1 classes</source>
        <translation>una de %1 clases</translation>
    </message>
    <message>
        <source>Draw a digit here,
or drop an image of one</source>
        <translation>Dibuje aquí un dígito,
o suelte la imagen de uno</translation>
    </message>
    <message>
        <source>Draw here,
or drop an image</source>
        <translation>Dibuje aquí,
o suelte una imagen</translation>
    </message>
    <message>
        <source>%1 is on the sheet; the prediction is doubtful: %2.</source>
        <translation>%1 está en la hoja; la predicción es dudosa: %2.</translation>
    </message>
    <message>
        <source>Open an image (%1); it can be dropped on the window, too</source>
        <translation>Abrir una imagen (%1); también se puede soltar sobre la ventana</translation>
    </message>
    <message>
        <source>%1 holds no image for the sheet (%2); a folder of data is dropped on the page Train.</source>
        <translation>%1 no contiene ninguna imagen para la hoja (%2); una carpeta de datos se suelta en la página Entrenar.</translation>
    </message>
    <message>
        <source>Images (%1)</source>
        <translation>Imágenes (%1)</translation>
    </message>
    <message>
        <source>Draw, or open an image: the prediction follows.</source>
        <translation>Dibuje o abra una imagen: la predicción sigue.</translation>
    </message>
</context>
<context>
    <name>mlplab::DrawingCanvas</name>
    <message>
        <source>Drawing sheet</source>
        <translation>Hoja de dibujo</translation>
    </message>
    <message>
        <source>Draw a digit with mouse, pen or finger. With the keyboard: arrows move the pen, Space puts it down or lifts it, a digit key labels the drawing, Delete clears, Ctrl+Z undoes.</source>
        <translation>Dibuje un dígito con ratón, pluma o dedo. Con el teclado: las flechas mueven la pluma, Espacio la baja o la levanta, la tecla de un dígito etiqueta el dibujo, Supr borra, Ctrl+Z deshace.</translation>
    </message>
</context>
<context>
    <name>mlplab::EditorCard</name>
    <message>
        <source>Open in my editor</source>
        <translation>Abrir en mi editor</translation>
    </message>
    <message>
        <source>Opens the file with the program of your system; changes there show here</source>
        <translation>Abre el archivo con el programa de su sistema; los cambios hechos allí se ven aquí</translation>
    </message>
    <message>
        <source>The file was changed by another program, and here too. Which text stays?</source>
        <translation>Otro programa cambió el archivo, y aquí también cambió. ¿Cuál de los textos queda?</translation>
    </message>
    <message>
        <source>This one</source>
        <translation>Este</translation>
    </message>
    <message>
        <source>Keep the text that is here, and replace the file</source>
        <translation>Conservar el texto que está aquí y reemplazar el archivo</translation>
    </message>
    <message>
        <source>The file&apos;s</source>
        <translation>El del archivo</translation>
    </message>
    <message>
        <source>Take the file&apos;s text; Undo brings this one back</source>
        <translation>Tomar el texto del archivo; Deshacer trae este de vuelta</translation>
    </message>
    <message>
        <source>Text of the kernel</source>
        <translation>Texto del kernel</translation>
    </message>
    <message>
        <source>%1 was changed by another program and is shown as it is now.</source>
        <translation>Otro programa cambió %1, que se muestra como está ahora.</translation>
    </message>
    <message>
        <source>This system names no program for %1; open the file in your editor yourself, changes show here</source>
        <translation>Este sistema no indica ningún programa para %1; abra usted el archivo en su editor, los cambios se ven aquí</translation>
    </message>
    <message>
        <source>No kernel</source>
        <translation>Ningún kernel</translation>
    </message>
    <message>
        <source>not saved yet</source>
        <translation>aún sin guardar</translation>
    </message>
    <message>
        <source>saved</source>
        <translation>guardado</translation>
    </message>
    <message>
        <source>Choose a task and a language and press New, or open a folder.</source>
        <translation>Elija una tarea y un lenguaje y pulse Nuevo, o abra una carpeta.</translation>
    </message>
</context>
<context>
    <name>mlplab::EmbeddingCard</name>
    <message>
        <source>Map</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>Menu of the map</source>
        <translation>Menú del mapa</translation>
    </message>
    <message>
        <source>Turn &amp;back</source>
        <translation>&amp;Volver al inicio</translation>
    </message>
    <message>
        <source>Nearest and farthest images</source>
        <translation>Imágenes más cercanas y más lejanas</translation>
    </message>
    <message>
        <source>The share of each component</source>
        <translation>La parte de cada componente</translation>
    </message>
    <message>
        <source>The components are being computed…</source>
        <translation>Se calculan los componentes…</translation>
    </message>
    <message>
        <source>%L1 images, %L2 numbers each</source>
        <translation>%L1 imágenes, %L2 números cada una</translation>
    </message>
    <message>
        <source>Principal components: PC 1 has %1 of the variance, PC 2 %2, PC 3 %3; together %4.</source>
        <translation>Componentes principales: PC 1 tiene el %1 de la varianza, PC 2 el %2, PC 3 el %3; juntos el %4.</translation>
    </message>
    <message>
        <source>The images have no classes.</source>
        <translation>Las imágenes no tienen clases.</translation>
    </message>
    <message>
        <source>All images have the same embedding, or some of its numbers are none: there is no map.</source>
        <translation>Todas las imágenes tienen la misma representación, o algunos de sus números no lo son: no hay mapa.</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>imagen %1</translation>
    </message>
    <message>
        <source>image %1, %2</source>
        <translation>imagen %1, %2</translation>
    </message>
    <message>
        <source>Chosen image</source>
        <translation>Imagen elegida</translation>
    </message>
    <message>
        <source>Its nearest neighbours</source>
        <translation>Sus vecinas más cercanas</translation>
    </message>
    <message>
        <source>distance %1</source>
        <translation>distancia %1</translation>
    </message>
    <message>
        <source>%1: distance %2</source>
        <translation>%1: distancia %2</translation>
    </message>
    <message>
        <source>%1 and %2: distance %3</source>
        <translation>%1 y %2: distancia %3</translation>
    </message>
    <message>
        <source>Nearest pairs</source>
        <translation>Pares más cercanos</translation>
    </message>
    <message>
        <source>Farthest pairs</source>
        <translation>Pares más lejanos</translation>
    </message>
    <message>
        <source>Save the map</source>
        <translation>Guardar el mapa</translation>
    </message>
</context>
<context>
    <name>mlplab::EmbeddingView</name>
    <message>
        <source>Map of the embeddings</source>
        <translation>Mapa de las representaciones</translation>
    </message>
    <message>
        <source>Drag or use the arrow keys to turn it, Home to turn it back; click an image, or Page Up and Page Down</source>
        <translation>Arrastre o use las flechas para girarlo, Inicio para volver; haga clic en una imagen, o Re Pág y Av Pág</translation>
    </message>
    <message>
        <source>%L1 images</source>
        <translation>%L1 imágenes</translation>
    </message>
    <message>
        <source>image %L1 is chosen</source>
        <translation>la imagen %L1 está elegida</translation>
    </message>
</context>
<context>
    <name>mlplab::EnlargingCard</name>
    <message>
        <source>&amp;Enlarge</source>
        <translation>&amp;Ampliar</translation>
    </message>
    <message>
        <source>Whole page</source>
        <translation>Página entera</translation>
    </message>
    <message>
        <source>Back to the whole page (double click, or Esc)</source>
        <translation>Volver a la página entera (doble clic o Esc)</translation>
    </message>
</context>
<context>
    <name>mlplab::ExportDialog</name>
    <message>
        <source>Save the chart &apos;%1&apos;</source>
        <translation>Guardar la gráfica «%1»</translation>
    </message>
    <message>
        <source>PNG image</source>
        <translation>Imagen PNG</translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation>Dibujo SVG</translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation>Página PDF</translation>
    </message>
    <message>
        <source>CSV numbers</source>
        <translation>Números CSV</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Formato</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Alto</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Tamaño</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> ppp</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>&amp;Resolución</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>&amp;Elegir…</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 píxeles</translation>
    </message>
    <message>
        <source>sharp at any size</source>
        <translation>nítido a cualquier tamaño</translation>
    </message>
    <message>
        <source>all points, full precision</source>
        <translation>todos los puntos, precisión completa</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Guardar la gráfica</translation>
    </message>
</context>
<context>
    <name>mlplab::FindingTable</name>
    <message>
        <source>line</source>
        <translation>línea</translation>
    </message>
    <message>
        <source>what</source>
        <translation>qué</translation>
    </message>
    <message>
        <source>The other access is at line %1.</source>
        <translation>El otro acceso está en la línea %1.</translation>
    </message>
</context>
<context>
    <name>mlplab::FolderSheet</name>
    <message>
        <source>%1×%2 (%L3)</source>
        <translation>%1×%2 (%L3)</translation>
    </message>
    <message>
        <source>All have %1×%2 pixels</source>
        <translation>Todas tienen %1×%2 píxeles</translation>
    </message>
    <message>
        <source>Sizes in pixels: %1</source>
        <translation>Tamaños en píxeles: %1</translation>
    </message>
    <message>
        <source>Your own images</source>
        <translation>Sus propias imágenes</translation>
    </message>
    <message>
        <source>Classes of the folder</source>
        <translation>Clases de la carpeta</translation>
    </message>
    <message>
        <source>MLP, %1 hidden</source>
        <translation>MLP, %1 ocultas</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>&amp;Red</translation>
    </message>
    <message>
        <source>&amp;Batch</source>
        <translation>&amp;Lote</translation>
    </message>
    <message>
        <source>&amp;Time an epoch</source>
        <translation>&amp;Medir una época</translation>
    </message>
    <message>
        <source>Trains a few steps on these images, and keeps nothing of them</source>
        <translation>Entrena unos pasos con estas imágenes y no guarda nada de ellos</translation>
    </message>
    <message>
        <source>Time of an epoch</source>
        <translation>Tiempo de una época</translation>
    </message>
    <message>
        <source>What the folder holds</source>
        <translation>Lo que contiene la carpeta</translation>
    </message>
    <message>
        <source>&amp;Look again</source>
        <translation>Mirar de &amp;nuevo</translation>
    </message>
    <message>
        <source>&amp;Use these images</source>
        <translation>&amp;Usar estas imágenes</translation>
    </message>
    <message>
        <source>%L1 of %L2 images looked at …</source>
        <translation>%L1 de %L2 imágenes miradas …</translation>
    </message>
    <message>
        <source>the images have %L1 sizes: choose one for all of them</source>
        <translation>las imágenes tienen %L1 tamaños: elija uno para todas</translation>
    </message>
    <message>
        <source>the batch is larger than the %L1 training images</source>
        <translation>el lote es mayor que las %L1 imágenes de entrenamiento</translation>
    </message>
    <message>
        <source>nothing is left to test with: two images of a class are needed</source>
        <translation>no queda nada con que probar: hacen falta dos imágenes de una clase</translation>
    </message>
    <message>
        <source>%L1 images in %L2 classes: %L3 for training, %L4 for testing</source>
        <translation>%L1 imágenes en %L2 clases: %L3 para entrenar, %L4 para probar</translation>
    </message>
    <message>
        <source>, %L1 for validation</source>
        <translation>, %L1 para validación</translation>
    </message>
    <message>
        <source>In colour.</source>
        <translation>En color.</translation>
    </message>
    <message>
        <source>The images shown are grey.</source>
        <translation>Las imágenes mostradas son grises.</translation>
    </message>
    <message>
        <source>In memory the images take %1.</source>
        <translation>En memoria las imágenes ocupan %1.</translation>
    </message>
    <message>
        <source>The network has %1 parameters; what it needs of memory is not known on this backend.</source>
        <translation>La red tiene %1 parámetros; la memoria que necesita no se conoce en este backend.</translation>
    </message>
    <message>
        <source>The network has %1 parameters and needs %2 at this batch.</source>
        <translation>La red tiene %1 parámetros y necesita %2 con este lote.</translation>
    </message>
    <message>
        <source>The images are being looked at …</source>
        <translation>Se están mirando las imágenes …</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>a few steps are being timed …</source>
        <translation>se están midiendo unos pasos …</translation>
    </message>
    <message>
        <source>The run is for another machine, which is not timed here.</source>
        <translation>La ejecución es para otra máquina, que no se mide aquí.</translation>
    </message>
    <message>
        <source>The settings have changed since an epoch was timed.</source>
        <translation>Los ajustes han cambiado desde que se midió una época.</translation>
    </message>
    <message>
        <source>Not timed: %1</source>
        <translation>No se midió: %1</translation>
    </message>
    <message>
        <source>%1 and other sizes (%L2)</source>
        <translation>%1 y otros tamaños (%L2)</translation>
    </message>
    <message>
        <source>One epoch of training takes about %1 on %2 (%3 of its %4 steps were timed, once).</source>
        <translation>Una época de entrenamiento tarda alrededor de %1 con %2 (se midieron %3 de sus %4 pasos, una vez).</translation>
    </message>
    <message>
        <source>Images that cannot be read</source>
        <translation>Imágenes que no se pueden leer</translation>
    </message>
    <message>
        <source>images that cannot be read: %L1, listed below the classes. Leave them out, or mend them and look again</source>
        <translation>imágenes que no se pueden leer: %L1, en la lista bajo las clases. Omítalas, o repárelas y mire otra vez</translation>
    </message>
    <message>
        <source>no image of the class %1 can be read</source>
        <translation>no se puede leer ninguna imagen de la clase %1</translation>
    </message>
</context>
<context>
    <name>mlplab::FolderTable</name>
    <message>
        <source>%L1 of its images</source>
        <translation>%L1 de sus imágenes</translation>
    </message>
    <message>
        <source>Training images from all over the class, as the network gets them</source>
        <translation>Imágenes de entrenamiento de toda la clase, como las recibe la red</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validación</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
</context>
<context>
    <name>mlplab::GuessField</name>
    <message>
        <source>&amp;Guess first</source>
        <translation>Pronóst&amp;ico</translation>
    </message>
    <message>
        <source>Write down what you expect before you measure it</source>
        <translation>Anote lo que espera antes de medirlo</translation>
    </message>
</context>
<context>
    <name>mlplab::GuessFile</name>
    <message>
        <source>&apos;%1&apos; is no number</source>
        <translation>«%1» no es un número</translation>
    </message>
    <message>
        <source>%1 is no guess: %2</source>
        <translation>%1 no es un pronóstico: %2</translation>
    </message>
</context>
<context>
    <name>mlplab::GuessView</name>
    <message>
        <source>What the class is to guess</source>
        <translation>Qué pronostica la clase</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>&amp;Preguntar</translation>
    </message>
    <message>
        <source>Ask all phones for their guess of it, as the page&apos;s form is now</source>
        <translation>Pide a todos los teléfonos su pronóstico, según el formulario de la página tal como está</translation>
    </message>
    <message>
        <source>C&amp;lose the round</source>
        <translation>C&amp;errar la ronda</translation>
    </message>
    <message>
        <source>No guess is taken any more, and all are shown</source>
        <translation>Ya no se acepta ningún pronóstico, y se muestran todos</translation>
    </message>
    <message>
        <source>What the guesses say</source>
        <translation>Qué dicen los pronósticos</translation>
    </message>
    <message>
        <source>The page %1 asks for no guess as its form is now: a guess is for a sweep over workers.</source>
        <translation>La página %1 no pide pronóstico con su formulario tal como está: un pronóstico es para un barrido sobre trabajadores.</translation>
    </message>
    <message>
        <source>No round yet: choose what is to be guessed and press Ask.</source>
        <translation>Aún no hay ronda: elija qué se pronostica y pulse Preguntar.</translation>
    </message>
    <message>
        <source>%1 of %2 have guessed</source>
        <translation>han pronosticado %1 de %2</translation>
    </message>
    <message>
        <source>The round is closed. Start the measurement on its page: the guesses are kept with it.</source>
        <translation>La ronda está cerrada. Empiece la medición en su página: los pronósticos se guardan con ella.</translation>
    </message>
    <message>
        <source>The guesses are kept with %1.</source>
        <translation>Los pronósticos se guardan con %1.</translation>
    </message>
    <message>
        <source>Puts back the round before this one; pressed once more, this one</source>
        <translation>Devuelve la ronda anterior a esta; pulsado otra vez, esta</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>mlplab::ImageList</name>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
</context>
<context>
    <name>mlplab::ImageListModel</name>
    <message>
        <source>image %L1: %2, correct with %3</source>
        <translation>imagen %L1: %2, acertada con %3</translation>
    </message>
    <message>
        <source>image %L1: %2, predicted as %3 with %4; %2 has %5</source>
        <translation>imagen %L1: %2, predicha como %3 con %4; %2 tiene %5</translation>
    </message>
</context>
<context>
    <name>mlplab::ImageText</name>
    <message>
        <source>input, %1 numbers</source>
        <translation>entrada, %1 números</translation>
    </message>
    <message>
        <source>image, %1</source>
        <translation>imagen, %1</translation>
    </message>
    <message>
        <source>%1 parameters · %2</source>
        <translation>%1 parámetros · %2</translation>
    </message>
</context>
<context>
    <name>mlplab::ImageView</name>
    <message>
        <source>The image that the network sees</source>
        <translation>La imagen que ve la red</translation>
    </message>
    <message>
        <source>rows %1 to %2 and columns %3 to %4 are marked</source>
        <translation>están marcadas las filas %1 a %2 y las columnas %3 a %4</translation>
    </message>
    <message>
        <source>no image yet</source>
        <translation>sin imagen todavía</translation>
    </message>
</context>
<context>
    <name>mlplab::InspectFiles</name>
    <message>
        <source>no images</source>
        <translation>ninguna imagen</translation>
    </message>
    <message>
        <source>%L1 of %L2 right, %3</source>
        <translation>%L1 de %L2 acertadas, %3</translation>
    </message>
    <message>
        <source>Confusion matrix: %1</source>
        <translation>Matriz de confusión: %1</translation>
    </message>
    <message>
        <source>%L1 images; the two axes hold %2 and %3 of the variance; rings: misclassified</source>
        <translation>%L1 imágenes; los dos ejes recogen %2 y %3 de la varianza; anillos: mal clasificadas</translation>
    </message>
    <message>
        <source>Map of the last hidden layer: %1</source>
        <translation>Mapa de la última capa oculta: %1</translation>
    </message>
</context>
<context>
    <name>mlplab::InspectPage</name>
    <message>
        <source>Run</source>
        <translation>Ejecución</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ejecución</translation>
    </message>
    <message>
        <source>Which images</source>
        <translation>Qué imágenes</translation>
    </message>
    <message>
        <source>predictions f&amp;or</source>
        <translation>imáge&amp;nes de</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Época</translation>
    </message>
    <message>
        <source>after &amp;epoch</source>
        <translation>&amp;tras la época</translation>
    </message>
    <message>
        <source>How much room the weights of every epoch of a run may take</source>
        <translation>Cuánto espacio pueden ocupar los pesos de cada época de una ejecución</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matriz</translation>
    </message>
    <message>
        <source>Which class is predicted as which</source>
        <translation>Qué clase se predice como cuál</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>Precision, recall and F1 of each class</source>
        <translation>Precisión, exhaustividad y F1 de cada clase</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>Which images look alike to the last hidden layer</source>
        <translation>Qué imágenes se parecen para la última capa oculta</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>What the first layer looks for</source>
        <translation>Lo que busca la primera capa</translation>
    </message>
    <message>
        <source>Menu of this view</source>
        <translation>Menú de esta vista</translation>
    </message>
    <message>
        <source>Save or copy</source>
        <translation>Guardar o copiar</translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation>Guardar como &amp;PNG…</translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation>Guardar como &amp;SVG…</translation>
    </message>
    <message>
        <source>Save as P&amp;DF…</source>
        <translation>Guardar como P&amp;DF…</translation>
    </message>
    <message>
        <source>Save as &amp;CSV…</source>
        <translation>Guardar como &amp;CSV…</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>Copiar los &amp;números</translation>
    </message>
    <message>
        <source>Figures of each class</source>
        <translation>Cifras de cada clase</translation>
    </message>
    <message>
        <source>Weights of the first layer</source>
        <translation>Pesos de la primera capa</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Which images are listed</source>
        <translation>Qué imágenes se listan</translation>
    </message>
    <message>
        <source>mistakes</source>
        <translation>errores</translation>
    </message>
    <message>
        <source>all images</source>
        <translation>todas las imágenes</translation>
    </message>
    <message>
        <source>this cell</source>
        <translation>esta celda</translation>
    </message>
    <message>
        <source>nearest</source>
        <translation>más cercanas</translation>
    </message>
    <message>
        <source>Only of this class</source>
        <translation>Solo de esta clase</translation>
    </message>
    <message>
        <source>Go to the image with this number</source>
        <translation>Ir a la imagen con este número</translation>
    </message>
    <message>
        <source>no. </source>
        <translation>n.º </translation>
    </message>
    <message>
        <source>Look inside ›</source>
        <translation>Ver por dentro ›</translation>
    </message>
    <message>
        <source>Look at this image on the page Layers</source>
        <translation>Ver esta imagen en la página Capas</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>Inspeccionar</translation>
    </message>
    <message>
        <source>keep the best and the last epoch</source>
        <translation>guardar la mejor y la última época</translation>
    </message>
    <message>
        <source>keep epochs, at most %1 MB per run</source>
        <translation>guardar épocas, hasta %1 MB por ejecución</translation>
    </message>
    <message>
        <source>now</source>
        <translation>ahora</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>one epoch takes %1: more than this room</source>
        <translation>una época ocupa %1: más que este espacio</translation>
    </message>
    <message>
        <source>%1 of %2 epochs are kept, %3 each</source>
        <translation>se guardan %1 de %2 épocas, %3 cada una</translation>
    </message>
    <message>
        <source>%1 per epoch, %2 for this run</source>
        <translation>%1 por época, %2 para esta ejecución</translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation>nada que mostrar todavía</translation>
    </message>
    <message>
        <source>no map yet</source>
        <translation>sin mapa todavía</translation>
    </message>
    <message>
        <source>This network has no hidden layer: there is nothing to map.</source>
        <translation>Esta red no tiene capa oculta: no hay nada que mapear.</translation>
    </message>
    <message>
        <source>every class</source>
        <translation>todas</translation>
    </message>
    <message>
        <source>No run yet: press Run, or open one with the File menu.</source>
        <translation>Aún no hay ejecuciones: pulse Ejecutar o abra una con el menú Archivo.</translation>
    </message>
    <message>
        <source>%1 The predictions come by themselves after it.</source>
        <translation>%1 Las predicciones llegan solas después.</translation>
    </message>
    <message>
        <source>Nothing of this run was kept: it ended before its first epoch.</source>
        <translation>No se guardó nada de esta ejecución: terminó antes de su primera época.</translation>
    </message>
    <message>
        <source>The run is about to begin.</source>
        <translation>La ejecución está por empezar.</translation>
    </message>
    <message>
        <source>Predicting: %L1 of %L2 images</source>
        <translation>Prediciendo: %L1 de %L2 imágenes</translation>
    </message>
    <message>
        <source>Reading the images and the weights…</source>
        <translation>Leyendo las imágenes y los pesos…</translation>
    </message>
    <message>
        <source> (the run itself counted %L1: its sums were rounded otherwise)</source>
        <translation> (la propia ejecución contó %L1: sus sumas se redondearon de otro modo)</translation>
    </message>
    <message>
        <source>no mistakes</source>
        <translation>ningún error</translation>
    </message>
    <message>
        <source>1 mistake</source>
        <translation>1 error</translation>
    </message>
    <message>
        <source>%L1 mistakes, the worst first</source>
        <translation>%L1 errores, los peores primero</translation>
    </message>
    <message>
        <source>%1 predicted as %2: %3</source>
        <translation>%1 predichas como %2: %3</translation>
    </message>
    <message>
        <source>nearest to image %L1 in the layer</source>
        <translation>más cercanas a la imagen %L1 en la capa</translation>
    </message>
    <message>
        <source>%L1 images</source>
        <translation>%L1 imágenes</translation>
    </message>
    <message>
        <source>No mistakes here: every prediction is correct.</source>
        <translation>Aquí no hay errores: todas las predicciones son correctas.</translation>
    </message>
    <message>
        <source>No images here.</source>
        <translation>Aquí no hay imágenes.</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Image %L1</source>
        <translation>Imagen %L1</translation>
    </message>
    <message>
        <source>%1, correct</source>
        <translation>%1, acertada</translation>
    </message>
    <message>
        <source>%1, predicted as %2</source>
        <translation>%1, predicha como %2</translation>
    </message>
    <message>
        <source>Each layer&apos;s numbers for this image, on the page Layers</source>
        <translation>Los números de cada capa para esta imagen, en la página Capas</translation>
    </message>
    <message>
        <source>The page Layers shows test images of the newest run</source>
        <translation>La página Capas muestra imágenes de prueba de la ejecución más reciente</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>Confusión</translation>
    </message>
    <message>
        <source>Rows: true class. Columns: predicted class. A click, or the arrow keys, list a cell&apos;s images.</source>
        <translation>Filas: clase verdadera. Columnas: clase predicha. Un clic o las flechas listan las imágenes de una celda.</translation>
    </message>
    <message>
        <source>Precision: the correct share of the images predicted as a class. Recall: the correct share of the images of a class. F1: the harmonic mean of both. A dash is 0 of 0.</source>
        <translation>Precisión: aciertos entre las imágenes predichas como una clase. Exhaustividad: aciertos entre las imágenes de una clase. F1: la media armónica de ambas. Un guion es 0 de 0.</translation>
    </message>
    <message>
        <source>The first %L1 images where the last hidden layer puts them: the plane of its largest variance, %2 and %3 of all. Rings: misclassified. A click shows the nearest in the whole layer.</source>
        <translation>Las primeras %L1 imágenes donde las pone la última capa oculta: el plano de su mayor varianza, %2 y %3 del total. Anillos: mal clasificadas. Un clic muestra las más cercanas en toda la capa.</translation>
    </message>
    <message>
        <source>live</source>
        <translation>en vivo</translation>
    </message>
    <message>
        <source>The weights that the first layer multiplies the image with. A click enlarges one, Escape shows all; the page Layers has the other layers.</source>
        <translation>Los pesos por los que la primera capa multiplica la imagen. Un clic amplía uno, Escape muestra todos; la página Capas tiene las demás capas.</translation>
    </message>
    <message>
        <source>run %1, epoch %2, %3</source>
        <translation>ejecución %1, época %2, %3</translation>
    </message>
    <message>
        <source>Save what is shown</source>
        <translation>Guardar lo que se muestra</translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation>%1 MB</translation>
    </message>
</context>
<context>
    <name>mlplab::Inspector</name>
    <message>
        <source>test images</source>
        <translation>prueba</translation>
    </message>
    <message>
        <source>validation images</source>
        <translation>validación</translation>
    </message>
    <message>
        <source>training images</source>
        <translation>entrenamiento</translation>
    </message>
    <message>
        <source>the images in %1 have changed since the run was trained; restore the original ones</source>
        <translation>las imágenes de %1 han cambiado desde que se entrenó la ejecución; restaure las originales</translation>
    </message>
    <message>
        <source>%1 holds the weights after epoch %2, not those after epoch %3</source>
        <translation>%1 contiene los pesos tras la época %2, no los de tras la época %3</translation>
    </message>
</context>
<context>
    <name>mlplab::LabelBar</name>
    <message>
        <source>Label the drawing as %1</source>
        <translation>Etiquetar el dibujo como %1</translation>
    </message>
    <message>
        <source>Label the drawing as %1 and keep it (key %1 while the sheet has the focus)</source>
        <translation>Etiquetar el dibujo como %1 y guardarlo (tecla %1 con el foco en la hoja)</translation>
    </message>
    <message>
        <source>Labelled drawings</source>
        <translation>Dibujos etiquetados</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Retirar</translation>
    </message>
    <message>
        <source>Take the last labelled drawing out of the collection</source>
        <translation>Sacar de la colección el último dibujo etiquetado</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Open drawings that were saved earlier</source>
        <translation>Abrir dibujos guardados antes</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>Save the labelled drawings as IDX files, a test set for any run</source>
        <translation>Guardar los dibujos etiquetados como archivos IDX, un conjunto de prueba para cualquier ejecución</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Mensaje</translation>
    </message>
    <message>
        <source>no labelled drawings yet</source>
        <translation>sin dibujos etiquetados todavía</translation>
    </message>
    <message>
        <source>%1 labelled</source>
        <translation>%1 etiquetados</translation>
    </message>
    <message>
        <source>%1 labelled, %2 correct (%3)</source>
        <translation>%1 etiquetados, %2 acertados (%3)</translation>
    </message>
    <message>
        <source>The keys 0 to 9 label the drawing, too, while the sheet has the focus.</source>
        <translation>Las teclas 0 a 9 también etiquetan el dibujo, con el foco en la hoja.</translation>
    </message>
</context>
<context>
    <name>mlplab::LayerForm</name>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>Canales</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Relleno</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Sesgo</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Tasa</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momento</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Épsilon</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Activación</translation>
    </message>
    <message>
        <source>image</source>
        <translation>imagen</translation>
    </message>
    <message>
        <source>there is no layer &apos;%1&apos;</source>
        <translation>no hay ninguna capa «%1»</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Toma</translation>
    </message>
    <message>
        <source>the layer before</source>
        <translation>la capa anterior</translation>
    </message>
    <message>
        <source>The layers whose outputs it takes, by name or number, or &apos;image&apos;; a sum takes two, as in conv2, conv1</source>
        <translation>Las capas cuyas salidas toma, por nombre o número, o «imagen»; una suma toma dos, como en conv2, conv1</translation>
    </message>
    <message>
        <source>One number, or width × height as in 3 × 2</source>
        <translation>Un número, o ancho × alto como en 3 × 2</translation>
    </message>
    <message>
        <source>One number, or one for each channel with &apos;;&apos; between</source>
        <translation>Un número, o uno por canal con «;» entre ellos</translation>
    </message>
</context>
<context>
    <name>mlplab::LayerText</name>
    <message>
        <source>stride %1</source>
        <translation>paso %1</translation>
    </message>
    <message>
        <source>padding %1</source>
        <translation>relleno %1</translation>
    </message>
    <message>
        <source>dense</source>
        <translation>densa</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>convolución</translation>
    </message>
    <message>
        <source>max pooling</source>
        <translation>max pooling</translation>
    </message>
    <message>
        <source>average pooling</source>
        <translation>pooling promedio</translation>
    </message>
    <message>
        <source>global average</source>
        <translation>promedio global</translation>
    </message>
    <message>
        <source>batch normalisation</source>
        <translation>normalización por lotes</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>dropout</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>suma</translation>
    </message>
    <message>
        <source>flatten</source>
        <translation>aplanado</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>activación</translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation>normalización</translation>
    </message>
    <message>
        <source>%L1 units</source>
        <translation>%L1 unidades</translation>
    </message>
    <message>
        <source>%L1 of %2</source>
        <translation>%L1 de %2</translation>
    </message>
    <message>
        <source>no bias</source>
        <translation>sin sesgo</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>media %1</translation>
    </message>
    <message>
        <source>std %1</source>
        <translation>desv. %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>sigmoid</source>
        <translation>sigmoide</translation>
    </message>
    <message>
        <source>tanh</source>
        <translation>tanh</translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation>%1 GFLOP</translation>
    </message>
    <message>
        <source>%1 MFLOP</source>
        <translation>%1 MFLOP</translation>
    </message>
    <message>
        <source>%1 kFLOP</source>
        <translation>%1 kFLOP</translation>
    </message>
    <message>
        <source>%1 FLOP</source>
        <translation>%1 FLOP</translation>
    </message>
    <message>
        <source>%1, %2 of the step</source>
        <translation>%1, %2 del paso</translation>
    </message>
    <message>
        <source>%1 · %2 of peak</source>
        <translation>%1 · %2 del máximo</translation>
    </message>
</context>
<context>
    <name>mlplab::LayersPage</name>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>All maps of the layer (Escape)</source>
        <translation>Todos los mapas de la capa (Escape)</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>Mapas</translation>
    </message>
    <message>
        <source>What the layer gives for this image</source>
        <translation>Lo que da la capa para esta imagen</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernels</translation>
    </message>
    <message>
        <source>The weights, as images of what they look for</source>
        <translation>Los pesos, como imágenes de lo que buscan</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Which image</source>
        <translation>Qué imagen</translation>
    </message>
    <message>
        <source>my drawing</source>
        <translation>mi dibujo</translation>
    </message>
    <message>
        <source>test image</source>
        <translation>imagen de prueba</translation>
    </message>
    <message>
        <source>Number of the test image</source>
        <translation>Número de la imagen de prueba</translation>
    </message>
    <message>
        <source>One number</source>
        <translation>Un número</translation>
    </message>
    <message>
        <source>How the chosen number came about</source>
        <translation>Cómo surgió el número elegido</translation>
    </message>
    <message>
        <source>Products of the sum, the largest first</source>
        <translation>Productos de la suma, los mayores primero</translation>
    </message>
    <message>
        <source>a %1 of the test images</source>
        <translation>un %1 de las imágenes de prueba</translation>
    </message>
    <message>
        <source>train a network first</source>
        <translation>antes entrene una red</translation>
    </message>
    <message>
        <source>draw one on the page Draw</source>
        <translation>dibuje una en la página Dibujar</translation>
    </message>
    <message>
        <source>this network takes no images</source>
        <translation>esta red no toma imágenes</translation>
    </message>
    <message>
        <source>epoch %1; prediction %2, %3</source>
        <translation>época %1; predicción %2, %3</translation>
    </message>
    <message>
        <source>no trained network yet: press Run</source>
        <translation>aún no hay una red entrenada: pulse Ejecutar</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>época %1</translation>
    </message>
    <message>
        <source>The image</source>
        <translation>La imagen</translation>
    </message>
    <message>
        <source>%L1 numbers</source>
        <translation>%L1 números</translation>
    </message>
    <message>
        <source>%1 maps of %2 × %3</source>
        <translation>%1 mapas de %2 × %3</translation>
    </message>
    <message>
        <source>map %1 of %2</source>
        <translation>mapa %1 de %2</translation>
    </message>
    <message>
        <source>, the first %L1</source>
        <translation>, los primeros %L1</translation>
    </message>
    <message>
        <source>%1 kernels × %2 inputs</source>
        <translation>%1 kernels × %2 entradas</translation>
    </message>
    <message>
        <source>kernel %1, input %2</source>
        <translation>kernel %1, entrada %2</translation>
    </message>
    <message>
        <source>Choose a number in the maps to see the products that it sums.</source>
        <translation>Elija un número en los mapas para ver los productos que suma.</translation>
    </message>
    <message>
        <source>Kernels are weights; a number of the maps shows what they were multiplied with.</source>
        <translation>Los kernels son pesos; un número de los mapas muestra por qué se multiplicaron.</translation>
    </message>
    <message>
        <source>unit %L1</source>
        <translation>unidad %L1</translation>
    </message>
    <message>
        <source>map %1, row %2, column %3</source>
        <translation>mapa %1, fila %2, columna %3</translation>
    </message>
    <message>
        <source>1 product, %1</source>
        <translation>1 producto, %1</translation>
    </message>
    <message>
        <source>%L1 products add up to %2</source>
        <translation>%L1 productos suman %2</translation>
    </message>
    <message>
        <source>; with the bias %1 that is %2</source>
        <translation>; con el sesgo %1 son %2</translation>
    </message>
    <message>
        <source>; %1 makes %2 of it</source>
        <translation>; %1 lo convierte en %2</translation>
    </message>
    <message>
        <source> The %1 largest:</source>
        <translation> Los %1 mayores:</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Cambios</translation>
    </message>
    <message>
        <source>How far the last step of the run moved each weight</source>
        <translation>Cuánto movió cada peso el último paso de la ejecución</translation>
    </message>
    <message>
        <source>Weights that a step moved most, the largest change first</source>
        <translation>Pesos que más movió un paso, el mayor cambio primero</translation>
    </message>
    <message>
        <source>changed by %1</source>
        <translation>cambiado por %1</translation>
    </message>
    <message>
        <source>Weights that changed</source>
        <translation>Pesos que cambiaron</translation>
    </message>
    <message>
        <source>Step a batch or an epoch (menu Run): here you see which weights it moved.</source>
        <translation>Avance un lote o una época (menú Ejecutar): aquí se ve qué pesos movió.</translation>
    </message>
    <message>
        <source>None of %L1 moved.</source>
        <translation>Ninguno de %L1 se movió.</translation>
    </message>
    <message>
        <source>The layer moved by %1 % of its norm.</source>
        <translation>La capa se movió un %1 % de su norma.</translation>
    </message>
    <message>
        <source>Of %L1 weights those that moved most:</source>
        <translation>De %L1 pesos, los que más se movieron:</translation>
    </message>
</context>
<context>
    <name>mlplab::Lesson</name>
    <message>
        <source>Start %1 runs</source>
        <translation>Inicie %1 ejecuciones</translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation>Inicie una ejecución</translation>
    </message>
    <message>
        <source>Let %1 runs end</source>
        <translation>Deje terminar %1 ejecuciones</translation>
    </message>
    <message>
        <source>Let a run come to its end</source>
        <translation>Deje que una ejecución llegue a su fin</translation>
    </message>
    <message>
        <source>Let a run reach %1 % test accuracy</source>
        <translation>Deje que una ejecución alcance %1 % de exactitud de prueba</translation>
    </message>
    <message>
        <source>Draw %1 digits</source>
        <translation>Dibuje %1 dígitos</translation>
    </message>
    <message>
        <source>Draw a digit</source>
        <translation>Dibuje un dígito</translation>
    </message>
    <message>
        <source>Write down a guess</source>
        <translation>Anote un pronóstico</translation>
    </message>
    <message>
        <source>Write down a guess on the page %1</source>
        <translation>Anote un pronóstico en la página %1</translation>
    </message>
    <message>
        <source>Search for a learning rate, to the end</source>
        <translation>Busque una tasa de aprendizaje, hasta el final</translation>
    </message>
    <message>
        <source>Measure on the page Scale, to the end</source>
        <translation>Mida en la página Escalar, hasta el final</translation>
    </message>
    <message>
        <source>Open the page %1</source>
        <translation>Abra la página %1</translation>
    </message>
    <message>
        <source>Show a profile, measured or published</source>
        <translation>Muestre un perfil, medido o publicado</translation>
    </message>
    <message>
        <source>Let a comparison come to its end</source>
        <translation>Deje que una comparación llegue a su fin</translation>
    </message>
    <message>
        <source>%1 (%2 so far)</source>
        <translation>%1 (van %2)</translation>
    </message>
    <message>
        <source>backend</source>
        <translation>backend</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>trabajadores</translation>
    </message>
    <message>
        <source>Run with %1 different values of ‘%2’</source>
        <translation>Entrene con %1 valores distintos de «%2»</translation>
    </message>
    <message>
        <source>Check ‘%1’, and have it find %2</source>
        <translation>Compruebe «%1» y haga que encuentre %2</translation>
    </message>
    <message>
        <source>Check ‘%1’ until it is right and asks for at most %2 times the least sectors</source>
        <translation>Compruebe «%1» hasta que sea correcto y pida como máximo %2 veces los sectores mínimos</translation>
    </message>
    <message>
        <source>Check ‘%1’ until it is right</source>
        <translation>Compruebe «%1» hasta que sea correcto</translation>
    </message>
    <message>
        <source>Check ‘%1’ until it is right, with ‘%2’ in it</source>
        <translation>Compruebe «%1» hasta que sea correcto, con «%2» en su texto</translation>
    </message>
    <message>
        <source>Time ‘%1’</source>
        <translation>Mida «%1»</translation>
    </message>
</context>
<context>
    <name>mlplab::LessonDialog</name>
    <message>
        <source>Save as lesson</source>
        <translation>Guardar como lección</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>&amp;Título</translation>
    </message>
    <message>
        <source>&amp;What it is about</source>
        <translation>&amp;De qué trata</translation>
    </message>
    <message>
        <source>&amp;Steps, with an empty line between them</source>
        <translation>&amp;Pasos, con una línea vacía entre ellos</translation>
    </message>
    <message>
        <source>Control</source>
        <translation>Control</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>oculto</translation>
    </message>
    <message>
        <source>locked</source>
        <translation>bloqueado</translation>
    </message>
    <message>
        <source>What the class does not &amp;see, or cannot change</source>
        <translation>Lo que la clase no &amp;ve o no puede cambiar</translation>
    </message>
    <message>
        <source>Settings are saved as they are now. &apos;Do this&apos; checks are written into the file by hand.</source>
        <translation>Los ajustes se guardan como están ahora. Las tareas que se comprueban («Haga esto») se escriben a mano en el archivo.</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>&amp;Guardar…</translation>
    </message>
</context>
<context>
    <name>mlplab::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation>Lección</translation>
    </message>
    <message>
        <source>What the lesson says</source>
        <translation>Lo que dice la lección</translation>
    </message>
    <message>
        <source>Leave the lesson: all is as it was before</source>
        <translation>Dejar la lección: todo queda como estaba antes</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>Dejar la lección</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>The step before (Alt+Left)</source>
        <translation>El paso anterior (Alt+Izquierda)</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Siguiente</translation>
    </message>
    <message>
        <source>The next step (Alt+Right)</source>
        <translation>El paso siguiente (Alt+Derecha)</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>paso %1 de %2</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Terminar</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation>Hecho: %1</translation>
    </message>
    <message>
        <source>To do: %1</source>
        <translation>Por hacer: %1</translation>
    </message>
    <message>
        <source>Fold the lesson to one line</source>
        <translation>Plegar la lección a una línea</translation>
    </message>
    <message>
        <source>The lesson&apos;s text again (Alt+Up)</source>
        <translation>El texto de la lección otra vez (Alt+Arriba)</translation>
    </message>
    <message>
        <source>Fold the lesson to one line, so that the page has its room (Alt+Up)</source>
        <translation>Plegar la lección a una línea, para dejar sitio a la página (Alt+Arriba)</translation>
    </message>
    <message>
        <source>Begin its kernel</source>
        <translation>Comenzar su kernel</translation>
    </message>
    <message>
        <source>Its text in a new folder of your own, on the page Workshop; nothing of it is run</source>
        <translation>Su texto en una carpeta nueva y propia, en la página Taller; no se ejecuta nada de él</translation>
    </message>
</context>
<context>
    <name>mlplab::LoadStrip</name>
    <message>
        <source>run %1 of %2</source>
        <translation>usa %1 de %2</translation>
    </message>
    <message>
        <source>mean %1 of %2</source>
        <translation>media %1 de %2</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>hasta %1</translation>
    </message>
    <message>
        <source>What is busy</source>
        <translation>Qué está ocupado</translation>
    </message>
    <message>
        <source>What is busy while the run goes on: CPUs, memory, GPU. Press for its processes and threads.</source>
        <translation>Qué está ocupado durante la ejecución: CPU, memoria, GPU. Pulse para ver sus procesos e hilos.</translation>
    </message>
    <message>
        <source>Power while it runs</source>
        <translation>Potencia durante la ejecución</translation>
    </message>
    <message>
        <source>since the run began</source>
        <translation>desde que comenzó la ejecución</translation>
    </message>
    <message>
        <source>power</source>
        <translation>potencia</translation>
    </message>
    <message>
        <source>Mean power between two readings of each meter, which are half a second apart.</source>
        <translation>Potencia media entre dos lecturas de cada medidor, separadas por medio segundo.</translation>
    </message>
    <message>
        <source>%1: %2 of one CPU</source>
        <translation>%1: %2 de una CPU</translation>
    </message>
    <message>
        <source>measurement %1 of %2</source>
        <translation>medición %1 de %2</translation>
    </message>
    <message>
        <source>What is busy while it is measured: one bar per CPU, memory. Press for its processes and threads.</source>
        <translation>Qué está ocupado mientras se mide: una barra por CPU, memoria. Pulse para ver sus procesos e hilos.</translation>
    </message>
</context>
<context>
    <name>mlplab::LoadWindow</name>
    <message>
        <source>What is busy</source>
        <translation>Qué está ocupado</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>ocupación</translation>
    </message>
    <message>
        <source>How busy each CPU is</source>
        <translation>Ocupación de cada CPU</translation>
    </message>
    <message>
        <source>process</source>
        <translation>proceso</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>hilo</translation>
    </message>
    <message>
        <source>name</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>of one CPU</source>
        <translation>de una CPU</translation>
    </message>
    <message>
        <source>The threads that compute</source>
        <translation>Los hilos que calculan</translation>
    </message>
    <message>
        <source>device</source>
        <translation>dispositivo</translation>
    </message>
    <message>
        <source>memory in use</source>
        <translation>memoria en uso</translation>
    </message>
    <message>
        <source>How busy each device is</source>
        <translation>Ocupación de cada dispositivo</translation>
    </message>
    <message>
        <source>Processes: %1, threads: %2, of this program and of what it started, over the last %3. The bars of the CPUs count all programs. Reading this takes %4 of one CPU.</source>
        <translation>Procesos: %1, hilos: %2, de este programa y de lo que ha iniciado, durante los últimos %3. Las barras de las CPU cuentan todos los programas. Leer esto ocupa el %4 de una CPU.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>The last reading of the run, %1 after its begin.</source>
        <translation>La última lectura de la ejecución, %1 después de su comienzo.</translation>
    </message>
    <message>
        <source>The last reading of the measurement, %1 after its begin.</source>
        <translation>La última lectura de la medición, %1 tras su comienzo.</translation>
    </message>
</context>
<context>
    <name>mlplab::MachineCheck</name>
    <message>
        <source>%1, %2 cores, %3 GiB. Computes there: %4.</source>
        <translation>%1, %2 núcleos, %3 GiB. Calculan allí: %4.</translation>
    </message>
    <message>
        <source> Not there: %1.</source>
        <translation> No están allí: %1.</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Comprobar</translation>
    </message>
    <message>
        <source>Asks the machine for MLP Lab, its version, and what computes there</source>
        <translation>Pregunta a la máquina por MLP Lab, su versión y lo que calcula allí</translation>
    </message>
    <message>
        <source>Asking %1…</source>
        <translation>Preguntando a %1…</translation>
    </message>
    <message>
        <source>%1 gave an answer that cannot be read</source>
        <translation>%1 dio una respuesta que no se puede leer</translation>
    </message>
</context>
<context>
    <name>mlplab::MainWindow</name>
    <message>
        <source>MLP Lab</source>
        <translation>MLP Lab</translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation>Otras máquinas</translation>
    </message>
    <message>
        <source>The lab report is in %1: HTML, PDF and Markdown</source>
        <translation>El informe de laboratorio está en %1: HTML, PDF y Markdown</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Guardado: %1</translation>
    </message>
    <message>
        <source>A run is going on and would disturb the times: stop it first.</source>
        <translation>Hay una ejecución en marcha que alteraría los tiempos: deténgala antes.</translation>
    </message>
    <message>
        <source>The %1 page is measuring: stop it first, or wait for its end.</source>
        <translation>La página %1 está midiendo: deténgala antes o espere a que termine.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>The page %1 is not in this lesson; leave the lesson to see it.</source>
        <translation>La página %1 no está en esta lección; deje la lección para verla.</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Continuar</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>E&amp;jecutar</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausa</translation>
    </message>
    <message>
        <source>External programs cannot be paused or stepped; they can only be stopped</source>
        <translation>Los programas externos no se pueden pausar ni avanzar paso a paso; solo detener</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Saved %1 files in %2</source>
        <translation>Se guardaron %1 archivos en %2</translation>
    </message>
    <message>
        <source>&amp;Open a lesson…</source>
        <translation>&amp;Abrir una lección…</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>Abrir una lección</translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation>Lecciones (*.json)</translation>
    </message>
    <message>
        <source>&amp;Save as lesson…</source>
        <translation>&amp;Guardar como lección…</translation>
    </message>
    <message>
        <source>&amp;Back a step</source>
        <translation>&amp;Paso anterior</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>Paso &amp;siguiente</translation>
    </message>
    <message>
        <source>&amp;Leave the lesson</source>
        <translation>&amp;Dejar la lección</translation>
    </message>
    <message>
        <source>The lesson is over; the settings are those from before it.</source>
        <translation>La lección terminó; los ajustes son los de antes de ella.</translation>
    </message>
    <message>
        <source>Save as lesson</source>
        <translation>Guardar como lección</translation>
    </message>
    <message>
        <source>Saved %1. Left out, because a lesson must not have it: %2.</source>
        <translation>Se guardó %1. Omitido, porque una lección no debe tenerlo: %2.</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>Step a &amp;batch</source>
        <translation>Avanzar un &amp;lote</translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation>Ctrl+B</translation>
    </message>
    <message>
        <source>Step an &amp;epoch</source>
        <translation>Avanzar &amp;una época</translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation>Ctrl+Shift+B</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation>Ctrl+.</translation>
    </message>
    <message>
        <source>Re&amp;wind</source>
        <translation>Re&amp;bobinar</translation>
    </message>
    <message>
        <source>Ctrl+Backspace</source>
        <translation>Ctrl+Backspace</translation>
    </message>
    <message>
        <source>Back to the initial weights, bit for bit (Ctrl+Backspace)</source>
        <translation>Volver a los pesos iniciales, bit a bit (Ctrl+Retroceso)</translation>
    </message>
    <message>
        <source>&amp;Open settings…</source>
        <translation>&amp;Abrir ajustes…</translation>
    </message>
    <message>
        <source>Open a &amp;run&apos;s folder…</source>
        <translation>Abrir la carpeta de una ejecució&amp;n…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>&amp;Save settings as…</source>
        <translation>&amp;Guardar ajustes como…</translation>
    </message>
    <message>
        <source>Save the &amp;model as…</source>
        <translation>Guardar el &amp;modelo como…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>&amp;Export all charts…</source>
        <translation>&amp;Exportar todas las gráficas…</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>&amp;Lab report…</source>
        <translation>&amp;Informe de laboratorio…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>&amp;Undo setting</source>
        <translation>Des&amp;hacer ajuste</translation>
    </message>
    <message>
        <source>&amp;Redo setting</source>
        <translation>&amp;Rehacer ajuste</translation>
    </message>
    <message>
        <source>&amp;Projector mode</source>
        <translation>Modo &amp;proyector</translation>
    </message>
    <message>
        <source>&amp;Next chart</source>
        <translation>Gráfica sigui&amp;ente</translation>
    </message>
    <message>
        <source>Ctrl+Right</source>
        <translation>Ctrl+Right</translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation>&amp;Claro u oscuro</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Como el &amp;sistema</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Claro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Oscuro</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Manual</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Atajos de teclado</translation>
    </message>
    <message>
        <source>Ctrl+F1</source>
        <translation>Ctrl+F1</translation>
    </message>
    <message>
        <source>&amp;About MLP Lab</source>
        <translation>A&amp;cerca de MLP Lab</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>Open re&amp;cent</source>
        <translation>Abrir &amp;reciente</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lección</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
    <message>
        <source>Cannot use %1: %2</source>
        <translation>No se puede usar %1: %2</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>nada todavía</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>Abrir ajustes</translation>
    </message>
    <message>
        <source>Run settings (*.json)</source>
        <translation>Ajustes de ejecución (*.json)</translation>
    </message>
    <message>
        <source>Save settings</source>
        <translation>Guardar ajustes</translation>
    </message>
    <message>
        <source>Save the model</source>
        <translation>Guardar el modelo</translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation>Modelos (*.safetensors)</translation>
    </message>
    <message>
        <source>Open a run&apos;s folder</source>
        <translation>Abrir la carpeta de una ejecución</translation>
    </message>
    <message>
        <source>%1 is not a run&apos;s folder: it has no spec.json</source>
        <translation>%1 no es la carpeta de una ejecución: no tiene spec.json</translation>
    </message>
    <message>
        <source>A folder for all charts</source>
        <translation>Una carpeta para todas las gráficas</translation>
    </message>
    <message>
        <source>A folder for the lab report</source>
        <translation>Una carpeta para el informe de laboratorio</translation>
    </message>
    <message>
        <source>There is nothing to report on yet: train, or choose something on the page Runs.</source>
        <translation>Aún no hay nada de que informar: entrene, o elija algo en la página Ejecuciones.</translation>
    </message>
    <message>
        <source>Writing the lab report…</source>
        <translation>Escribiendo el informe de laboratorio…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>About MLP Lab</source>
        <translation>Acerca de MLP Lab</translation>
    </message>
    <message>
        <source>The window</source>
        <translation>La ventana</translation>
    </message>
    <message>
        <source>Another window of MLP Lab is open and saves the list of runs, the form and the drawings; this window does not save its own. All runs are kept.</source>
        <translation>Otra ventana de MLP Lab está abierta y guarda la lista de ejecuciones, el formulario y los dibujos; esta no guarda los suyos. Todas las ejecuciones se guardan.</translation>
    </message>
    <message>
        <source>The list of runs and the form of last time could not be read; the file is now %1.</source>
        <translation>No se pudieron leer la lista de ejecuciones y el formulario de la última vez; el archivo es ahora %1.</translation>
    </message>
    <message>
        <source>The list of runs and the form of last time could not be read, and are not kept this time: %1</source>
        <translation>No se pudieron leer la lista de ejecuciones y el formulario de la última vez, y esta vez no se guardan: %1</translation>
    </message>
    <message>
        <source>Run %1 was cut off after epoch %2 of %3.</source>
        <translation>La ejecución %1 se cortó tras la época %2 de %3.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>the backend %1</source>
        <translation>el backend %1</translation>
    </message>
    <message>
        <source>This run computes on other machines: %1. Start it there?</source>
        <translation>Esta ejecución calcula en otras máquinas: %1. ¿Iniciarla allí?</translation>
    </message>
    <message>
        <source>Unticked: reduced to laptop size, fewer images and epochs</source>
        <translation>Sin marcar: reducido para un portátil, con menos imágenes y épocas</translation>
    </message>
    <message>
        <source>Published s&amp;tudies</source>
        <translation>Es&amp;tudios publicados</translation>
    </message>
    <message>
        <source>&amp;Full size, as in the study</source>
        <translation>Tamaño &amp;completo, como en el estudio</translation>
    </message>
    <message>
        <source>What a step &amp;changes…</source>
        <translation>Lo que &amp;cambia un paso…</translation>
    </message>
    <message>
        <source>&amp;Fold to one line, or unfold</source>
        <translation>&amp;Plegar a una línea, o desplegar</translation>
    </message>
</context>
<context>
    <name>mlplab::Manual</name>
    <message>
        <source>Manual</source>
        <translation>Manual</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>Páginas del manual</translation>
    </message>
    <message>
        <source>What the page is for</source>
        <translation>Para qué sirve la página</translation>
    </message>
</context>
<context>
    <name>mlplab::MapView</name>
    <message>
        <source>Map of the images</source>
        <translation>Mapa de las imágenes</translation>
    </message>
    <message>
        <source>%L1 images; arrow keys go from one to the next</source>
        <translation>%L1 imágenes; las flechas van de una a la siguiente</translation>
    </message>
    <message>
        <source>image %L1 of class %2 is chosen</source>
        <translation>está elegida la imagen %L1 de la clase %2</translation>
    </message>
</context>
<context>
    <name>mlplab::MeasuringSession</name>
    <message>
        <source>run %1 of %2</source>
        <translation>ejecución %1 de %2</translation>
    </message>
    <message>
        <source> · ETA %1</source>
        <translation> · faltan %1</translation>
    </message>
    <message>
        <source>measuring the power of the idle machine</source>
        <translation>se mide la potencia de la máquina en reposo</translation>
    </message>
</context>
<context>
    <name>mlplab::ModelChoice</name>
    <message>
        <source>Network used for predictions</source>
        <translation>Red usada para las predicciones</translation>
    </message>
    <message>
        <source>After which epoch</source>
        <translation>Tras qué época</translation>
    </message>
    <message>
        <source>the newest weights</source>
        <translation>los pesos más recientes</translation>
    </message>
    <message>
        <source>a file…</source>
        <translation>un archivo…</translation>
    </message>
    <message>
        <source>epoch %1, the best</source>
        <translation>época %1, la mejor</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>época %1</translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation>Abrir un modelo</translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation>Modelos (*.safetensors)</translation>
    </message>
</context>
<context>
    <name>mlplab::NetworkDrawing</name>
    <message>
        <source>Drawing of the network</source>
        <translation>Dibujo de la red</translation>
    </message>
</context>
<context>
    <name>mlplab::NetworkEditor</name>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Add layer</source>
        <translation>Añadir capa</translation>
    </message>
    <message>
        <source>Add a hidden layer before the output</source>
        <translation>Añadir una capa oculta antes de la salida</translation>
    </message>
    <message>
        <source>Edit layers…</source>
        <translation>Editar capas…</translation>
    </message>
    <message>
        <source>See the network drawn, and edit it layer by layer</source>
        <translation>Ver la red dibujada y editarla capa por capa</translation>
    </message>
    <message>
        <source> units</source>
        <translation> unid.</translation>
    </message>
    <message>
        <source>Units of hidden layer %1</source>
        <translation>Unidades de la capa oculta %1</translation>
    </message>
    <message>
        <source>Remove this layer</source>
        <translation>Quitar esta capa</translation>
    </message>
    <message>
        <source>Remove hidden layer %1</source>
        <translation>Quitar la capa oculta %1</translation>
    </message>
    <message>
        <source>Open a network</source>
        <translation>Abrir una red</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 capas</translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>report</source>
        <translation>informe</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>lineal</translation>
    </message>
    <message>
        <source>small</source>
        <translation>pequeña</translation>
    </message>
    <message>
        <source>two layers</source>
        <translation>dos capas</translation>
    </message>
    <message>
        <source>deep</source>
        <translation>profunda</translation>
    </message>
    <message>
        <source>wide</source>
        <translation>ancha</translation>
    </message>
</context>
<context>
    <name>mlplab::NetworkPage</name>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Menu of the drawing</source>
        <translation>Menú del dibujo</translation>
    </message>
    <message>
        <source>Save the drawing as &amp;%1…</source>
        <translation>Guardar el dibujo como &amp;%1…</translation>
    </message>
    <message>
        <source>Save the drawing</source>
        <translation>Guardar el dibujo</translation>
    </message>
    <message>
        <source>NETWORK</source>
        <translation>RED</translation>
    </message>
    <message>
        <source>Start from a network that comes with the program</source>
        <translation>Partir de una red que viene con el programa</translation>
    </message>
    <message>
        <source>Start from…</source>
        <translation>Partir de…</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>A&amp;brir…</translation>
    </message>
    <message>
        <source>A network from a file</source>
        <translation>Una red desde un archivo</translation>
    </message>
    <message>
        <source>Open a network</source>
        <translation>Abrir una red</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Guardar co&amp;mo…</translation>
    </message>
    <message>
        <source>This network as a file, for here and for mlplab-cli --network</source>
        <translation>Esta red como archivo, para aquí y para mlplab-cli --network</translation>
    </message>
    <message>
        <source>Save the network</source>
        <translation>Guardar la red</translation>
    </message>
    <message>
        <source>LAYER</source>
        <translation>CAPA</translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation>&amp;Subir</translation>
    </message>
    <message>
        <source>Before the layer above it</source>
        <translation>Antes de la capa de arriba</translation>
    </message>
    <message>
        <source>Do&amp;wn</source>
        <translation>Baja&amp;r</translation>
    </message>
    <message>
        <source>Behind the layer below it</source>
        <translation>Después de la capa de abajo</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Quitar</translation>
    </message>
    <message>
        <source>Take this layer out (Delete in the drawing)</source>
        <translation>Sacar esta capa (Supr en el dibujo)</translation>
    </message>
    <message>
        <source>ADD BEHIND IT</source>
        <translation>AÑADIR TRAS ELLA</translation>
    </message>
    <message>
        <source>Kind of the layer to add</source>
        <translation>Tipo de la capa que se añade</translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation>Aña&amp;dir</translation>
    </message>
    <message>
        <source>Add a layer of this kind behind the chosen one</source>
        <translation>Añadir una capa de este tipo tras la elegida</translation>
    </message>
    <message>
        <source>does not fit yet</source>
        <translation>no encaja todavía</translation>
    </message>
    <message>
        <source>%1 layers · %2 parameters · %3 per image, forward</source>
        <translation>%1 capas · %2 parámetros · %3 por imagen, hacia delante</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1 with %2 (%3) at batch %4: a step takes %5, %6 of it no layer&apos;s (batch, loss, update, waiting).</source>
        <translation>%1 con %2 (%3) y lote %4: un paso tarda %5, del que %6 no es de ninguna capa (lote, pérdida, actualización, espera).</translation>
    </message>
    <message>
        <source> Peak: %1 GFLOP/s, measured right after.</source>
        <translation> Máximo: %1 GFLOP/s, medido justo después.</translation>
    </message>
    <message>
        <source>The image: its size is that of the data</source>
        <translation>La imagen: su tamaño es el de los datos</translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation> (modificada)</translation>
    </message>
    <message>
        <source>Run %1, %2: by how much of its norm the step moved each layer&apos;s weights.</source>
        <translation>Ejecución %1, %2: qué parte de su norma movió el paso los pesos de cada capa.</translation>
    </message>
</context>
<context>
    <name>mlplab::NotebookModel</name>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Cuándo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa aprend.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Accuracy / %</source>
        <translation>Exactitud / %</translation>
    </message>
    <message>
        <source>Time / s</source>
        <translation>Tiempo / s</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>ilegible</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Pinned: stands first. Click to let it go</source>
        <translation>Fijada: va primero. Pulse para soltarla</translation>
    </message>
    <message>
        <source>Click to keep it first</source>
        <translation>Pulse para mantenerla primera</translation>
    </message>
    <message>
        <source>of all its runs, evaluation included</source>
        <translation>de todas sus ejecuciones, con evaluación</translation>
    </message>
    <message>
        <source>training only, without evaluation</source>
        <translation>solo el entrenamiento, sin evaluación</translation>
    </message>
    <message>
        <source>on the test images, after the last epoch that was evaluated</source>
        <translation>con las imágenes de prueba, tras la última época evaluada</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>lote %1</translation>
    </message>
    <message>
        <source>lr %1</source>
        <translation>tasa %1</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>semilla %1</translation>
    </message>
    <message>
        <source>(%1 to %2)</source>
        <translation>(%1 a %2)</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 entrada</translation>
    </message>
    <message>
        <source>%L1 entries</source>
        <translation>%L1 entradas</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 ejecución</translation>
    </message>
    <message>
        <source>%L1 runs</source>
        <translation>%L1 ejecuciones</translation>
    </message>
    <message>
        <source>%L1 entries, %L2 of them runs</source>
        <translation>%L1 entradas, %L2 de ellas ejecuciones</translation>
    </message>
    <message>
        <source>, %L1 complete</source>
        <translation>, %L1 completas</translation>
    </message>
    <message>
        <source>median accuracy %1</source>
        <translation>mediana de la exactitud %1</translation>
    </message>
    <message>
        <source>accuracy %1</source>
        <translation>exactitud %1</translation>
    </message>
    <message>
        <source>median time per epoch %1</source>
        <translation>mediana del tiempo por época %1</translation>
    </message>
    <message>
        <source>time per epoch %1</source>
        <translation>tiempo por época %1</translation>
    </message>
    <message>
        <source>%1: %2. Figures are of complete runs, in brackets the lowest and the highest. A click folds the group.</source>
        <translation>%1: %2. Las cifras son de las ejecuciones completas, entre paréntesis la menor y la mayor. Un clic pliega el grupo.</translation>
    </message>
    <message>
        <source>Group %1, folded: %2</source>
        <translation>Grupo %1, plegado: %2</translation>
    </message>
    <message>
        <source>Group %1: %2</source>
        <translation>Grupo %1: %2</translation>
    </message>
</context>
<context>
    <name>mlplab::NotebookPage</name>
    <message>
        <source>One is in the trash; Undo puts it back.</source>
        <translation>Hay uno en la papelera; Deshacer lo devuelve.</translation>
    </message>
    <message>
        <source>%L1 are in the trash; Undo puts them back.</source>
        <translation>Hay %L1 en la papelera; Deshacer los devuelve.</translation>
    </message>
    <message>
        <source>A folder for the copies</source>
        <translation>Una carpeta para las copias</translation>
    </message>
    <message>
        <source>Something is being copied or deleted still: wait for its end.</source>
        <translation>Aún se está copiando o borrando algo: espere a que termine.</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>Copiando…</translation>
    </message>
    <message>
        <source>%L1 copies and the table in %2</source>
        <translation>%L1 copias y la tabla en %2</translation>
    </message>
    <message>
        <source>%1 (%L2 were copied.)</source>
        <translation>%1 (Se copiaron %L2.)</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>Co&amp;lumnas</translation>
    </message>
    <message>
        <source>&amp;Copy as CSV</source>
        <translation>&amp;Copiar como CSV</translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation>&amp;Guardar como CSV…</translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation>Guardar la tabla</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tablas (*.csv)</translation>
    </message>
    <message>
        <source>Export &amp;all that are listed…</source>
        <translation>&amp;Exportar todo lo listado…</translation>
    </message>
    <message>
        <source>&amp;Read the folders again</source>
        <translation>&amp;Releer las carpetas</translation>
    </message>
    <message>
        <source>Delete what is in the trash for good (%L1)</source>
        <translation>Vaciar la papelera para siempre (%L1)</translation>
    </message>
    <message>
        <source>Edit its &amp;tags</source>
        <translation>Editar sus &amp;etiquetas</translation>
    </message>
    <message>
        <source>Edit its &amp;notes</source>
        <translation>Editar sus &amp;notas</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>&amp;Soltar</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>&amp;Fijar</translation>
    </message>
    <message>
        <source>Open its &amp;folder</source>
        <translation>Abrir su car&amp;peta</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>Search: name, setting, tag, note</source>
        <translation>Buscar: nombre, ajuste, etiqueta, nota</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>All of these words, as &apos;openmp batch 64 lesson&apos; (Ctrl+F; Esc clears it)</source>
        <translation>Todas estas palabras, como «openmp lote 64 clase» (Ctrl+F; Esc lo borra)</translation>
    </message>
    <message>
        <source>Which kind is shown</source>
        <translation>Qué tipo se muestra</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>todo</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>ejecuciones</translation>
    </message>
    <message>
        <source>sweeps</source>
        <translation>barridos</translation>
    </message>
    <message>
        <source>comparisons</source>
        <translation>comparaciones</translation>
    </message>
    <message>
        <source>profiles</source>
        <translation>perfiles</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Settings, figures and curves of the chosen runs side by side</source>
        <translation>Ajustes, cifras y curvas de las ejecuciones elegidas, lado a lado</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>On the page that it was made on (Return)</source>
        <translation>En la página en que se hizo (Intro)</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Repetir</translation>
    </message>
    <message>
        <source>The same settings, the same seed: the same run</source>
        <translation>Los mismos ajustes, la misma semilla: la misma ejecución</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Copies of the chosen ones, in a folder</source>
        <translation>Copias de los elegidos, en una carpeta</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>A lab report of the chosen ones: HTML, PDF and Markdown</source>
        <translation>Un informe de laboratorio de los elegidos: HTML, PDF y Markdown</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>Into the trash: it can be undone (Del)</source>
        <translation>A la papelera: se puede deshacer (Supr)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Puts back what was deleted last</source>
        <translation>Devuelve lo último que se borró</translation>
    </message>
    <message>
        <source>Menu of the table of what was kept</source>
        <translation>Menú de la tabla de lo guardado</translation>
    </message>
    <message>
        <source>What was kept</source>
        <translation>Lo guardado</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Lo que pasó</translation>
    </message>
    <message>
        <source>%1 What is new is read after it.</source>
        <translation>%1 Lo nuevo se lee después.</translation>
    </message>
    <message>
        <source>%L1 kept</source>
        <translation>%L1 guardados</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 de %L2</translation>
    </message>
    <message>
        <source>, %L1 chosen</source>
        <translation>, %L1 elegidos</translation>
    </message>
    <message>
        <source>Reading the folders…</source>
        <translation>Leyendo las carpetas…</translation>
    </message>
    <message>
        <source>Nothing is kept yet: press Run on the page Train.</source>
        <translation>Aún no hay nada guardado: pulse Ejecutar en la página Entrenar.</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>operaciones</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Gráfica</translation>
    </message>
    <message>
        <source>The listed runs over their settings and results, to choose by brushing</source>
        <translation>Las ejecuciones de la lista sobre sus ajustes y resultados, para elegirlas con el ratón</translation>
    </message>
    <message>
        <source>As &amp;usual</source>
        <translation>&amp;Como siempre</translation>
    </message>
    <message>
        <source>no groups</source>
        <translation>sin grupos</translation>
    </message>
    <message>
        <source>as now</source>
        <translation>como ahora</translation>
    </message>
    <message>
        <source>&amp;Fold all groups</source>
        <translation>&amp;Plegar todos los grupos</translation>
    </message>
    <message>
        <source>&amp;Unfold all groups</source>
        <translation>&amp;Desplegar todos los grupos</translation>
    </message>
    <message>
        <source>&amp;Choose all %L1 of the group</source>
        <translation>&amp;Elegir los %L1 del grupo</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>Agrupar</translation>
    </message>
    <message>
        <source>The rows by kind, day, tags or a setting, with the median of each group</source>
        <translation>Las filas por tipo, día, etiquetas o un ajuste, con la mediana de cada grupo</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>&amp;Agrupar</translation>
    </message>
</context>
<context>
    <name>mlplab::NumberBox</name>
    <message>
        <source>&apos;%1&apos; is not a whole number</source>
        <translation>«%1» no es un número entero</translation>
    </message>
    <message>
        <source>%1 at least</source>
        <translation>al menos %1</translation>
    </message>
    <message>
        <source>%1 at most</source>
        <translation>como máximo %1</translation>
    </message>
</context>
<context>
    <name>mlplab::NumberSheet</name>
    <message>
        <source>What is wrong with the numbers</source>
        <translation>Qué está mal en los números</translation>
    </message>
    <message>
        <source>Size of the filter</source>
        <translation>Tamaño del filtro</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Pegar</translation>
    </message>
    <message>
        <source>Numbers from the clipboard in place of these: rows are lines; tabs, semicolons or commas separate</source>
        <translation>Números del portapapeles en lugar de estos: cada línea es una fila; separan tabuladores, puntos y comas o comas</translation>
    </message>
    <message>
        <source>C&amp;lear</source>
        <translation>&amp;Vaciar</translation>
    </message>
    <message>
        <source>Empty all cells</source>
        <translation>Vaciar todas las celdas</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Cerrar</translation>
    </message>
    <message>
        <source>The numbers stay</source>
        <translation>Los números se conservan</translation>
    </message>
    <message>
        <source>%1 × %2 numbers were pasted: the weights of a filter are 3 × 3 or 5 × 5</source>
        <translation>Se pegaron %1 × %2 números: los pesos de un filtro son 3 × 3 o 5 × 5</translation>
    </message>
    <message>
        <source>row %1, column %2 is empty: a filter needs all its weights</source>
        <translation>la fila %1, columna %2 está vacía: un filtro necesita todos sus pesos</translation>
    </message>
</context>
<context>
    <name>mlplab::OperationsPage</name>
    <message>
        <source>Nothing is measured yet. Each variant computes the same pooling of an image of numbers from 0 to 9: those of the study multiply each window by the identity first.</source>
        <translation>Todavía no se ha medido nada. Cada variante calcula el mismo pooling de una imagen de números de 0 a 9: las del estudio multiplican antes cada ventana por la identidad.</translation>
    </message>
    <message>
        <source>Nothing is measured yet. Each variant computes the same product of two matrices of numbers from 0 to 9, which no order of summing rounds.</source>
        <translation>Todavía no se ha medido nada. Cada variante calcula el mismo producto de dos matrices de números de 0 a 9, que ningún orden de suma redondea.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operaciones</translation>
    </message>
    <message>
        <source>READING</source>
        <translation>LECTURA</translation>
    </message>
    <message>
        <source>What the measurement says</source>
        <translation>Qué dice la medición</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Variantes</translation>
    </message>
    <message>
        <source>each verified, then timed</source>
        <translation>cada una comprobada y luego medida</translation>
    </message>
    <message>
        <source>The size that the table shows</source>
        <translation>El tamaño que muestra la tabla</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <source>It was stopped before its end.</source>
        <translation>Se detuvo antes de su final.</translation>
    </message>
    <message>
        <source>Published: %1, measured on: %2; compare shapes, not seconds.</source>
        <translation>Publicado: %1, medido en: %2; compare formas, no segundos.</translation>
    </message>
    <message>
        <source>The guess: a speedup of %1× with the largest pool.</source>
        <translation>El pronóstico: una aceleración de %1× con el grupo mayor.</translation>
    </message>
    <message>
        <source>Measured: %1×.</source>
        <translation>Medido: %1×.</translation>
    </message>
    <message>
        <source>The guess: the fastest is %1 times as fast as the first variant.</source>
        <translation>El pronóstico: la más rápida es %1 veces tan rápida como la primera variante.</translation>
    </message>
    <message>
        <source>Measured at n = %1: %2 times.</source>
        <translation>Medido con n = %1: %2 veces.</translation>
    </message>
    <message>
        <source>Nothing is measured yet. The run&apos;s network reads each image; the numbers of its last hidden layer are the embedding. Threads or processes take the images in packets, then the distances of all pairs are computed.</source>
        <translation>Todavía no se ha medido nada. La red de la ejecución lee cada imagen; los números de su última capa oculta son su representación (embedding). Hilos o procesos toman las imágenes por paquetes y después se calculan las distancias de todos los pares.</translation>
    </message>
    <message>
        <source>Kept measurements</source>
        <translation>Mediciones conservadas</translation>
    </message>
    <message>
        <source>Show what was measured before</source>
        <translation>Mostrar lo que se midió antes</translation>
    </message>
    <message>
        <source>Measured on %1.</source>
        <translation>Medido el %1.</translation>
    </message>
    <message>
        <source>%1 files were dropped, and the windows take one image: the first, %2.</source>
        <translation>Se soltaron %1 archivos y las ventanas toman una imagen: la primera, %2.</translation>
    </message>
    <message>
        <source>After a measurement the images stand here as points, and the nearest pairs beside them.</source>
        <translation>Tras una medición, las imágenes están aquí como puntos, y al lado los pares más cercanos.</translation>
    </message>
    <message>
        <source>There is no map of what was measured before: measure again.</source>
        <translation>No hay mapa de lo que se midió antes: mida de nuevo.</translation>
    </message>
</context>
<context>
    <name>mlplab::OperationsSession</name>
    <message>
        <source>other bits than the first pool&apos;s</source>
        <translation>otros bits que los del primer grupo</translation>
    </message>
    <message>
        <source>What was measured is not kept: %1</source>
        <translation>Lo medido no se conserva: %1</translation>
    </message>
</context>
<context>
    <name>mlplab::OperationsSetup</name>
    <message>
        <source>OPERATION</source>
        <translation>OPERACIÓN</translation>
    </message>
    <message>
        <source>max pooling</source>
        <translation>max pooling</translation>
    </message>
    <message>
        <source>matrix product</source>
        <translation>producto de matrices</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>representaciones (embeddings)</translation>
    </message>
    <message>
        <source>&amp;Operation</source>
        <translation>&amp;Operación</translation>
    </message>
    <message>
        <source>Side of the image that is drawn</source>
        <translation>Lado de la imagen que se dibuja</translation>
    </message>
    <message>
        <source>&amp;Drawn n</source>
        <translation>n &amp;dibujado</translation>
    </message>
    <message>
        <source>Side of the window</source>
        <translation>Lado de la ventana</translation>
    </message>
    <message>
        <source>&amp;Kernel</source>
        <translation>&amp;Kernel</translation>
    </message>
    <message>
        <source>From one window to the next</source>
        <translation>De una ventana a la siguiente</translation>
    </message>
    <message>
        <source>Str&amp;ide</source>
        <translation>Pas&amp;o (stride)</translation>
    </message>
    <message>
        <source>Zeros around the image</source>
        <translation>Ceros alrededor de la imagen</translation>
    </message>
    <message>
        <source>&amp;Padding</source>
        <translation>&amp;Relleno</translation>
    </message>
    <message>
        <source>4 … %1</source>
        <translation>4 … %1</translation>
    </message>
    <message>
        <source>The sizes that are measured, each twice the one before</source>
        <translation>Los tamaños que se miden, cada uno el doble del anterior</translation>
    </message>
    <message>
        <source>Si&amp;zes n</source>
        <translation>Ta&amp;maños n</translation>
    </message>
    <message>
        <source>Repeats of each measurement</source>
        <translation>Repeticiones de cada medición</translation>
    </message>
    <message>
        <source>R&amp;epeats</source>
        <translation>R&amp;epeticiones</translation>
    </message>
    <message>
        <source>Seconds for a variant at one size: what would take longer is left out</source>
        <translation>Segundos para una variante en un tamaño: lo que tardaría más se omite</translation>
    </message>
    <message>
        <source>&amp;Limit / s</source>
        <translation>&amp;Límite / s</translation>
    </message>
    <message>
        <source>the study</source>
        <translation>el estudio</translation>
    </message>
    <message>
        <source>Pu&amp;blished</source>
        <translation>Pu&amp;blicado</translation>
    </message>
    <message>
        <source>Me&amp;asure</source>
        <translation>Me&amp;dir</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>Progreso de la medición</translation>
    </message>
    <message>
        <source>shapes (generated)</source>
        <translation>siluetas (generadas)</translation>
    </message>
    <message>
        <source>a folder…</source>
        <translation>una carpeta…</translation>
    </message>
    <message>
        <source>Ima&amp;ges</source>
        <translation>&amp;Imágenes</translation>
    </message>
    <message>
        <source>First N images</source>
        <translation>Las primeras imágenes, hasta este número</translation>
    </message>
    <message>
        <source>At &amp;most</source>
        <translation>Como &amp;máximo</translation>
    </message>
    <message>
        <source>Images that a worker takes at once</source>
        <translation>Imágenes que un trabajador toma de una vez</translation>
    </message>
    <message>
        <source>Pac&amp;ket</source>
        <translation>Pa&amp;quete</translation>
    </message>
    <message>
        <source>Sizes of the pool; the first is what the others are compared with</source>
        <translation>Tamaños del grupo; con el primero se comparan los demás</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Trabajadores</translation>
    </message>
    <message>
        <source>Images to be embedded</source>
        <translation>Imágenes que representar</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a size of a pool: write whole numbers from 1, as in 1, 2, 4</source>
        <translation>«%1» no es un tamaño de un grupo: escriba números enteros desde 1, como en 1, 2, 4</translation>
    </message>
    <message>
        <source>train a network first: the numbers of its last hidden layer are the embedding</source>
        <translation>entrene primero una red: los números de su última capa oculta son la representación</translation>
    </message>
    <message>
        <source>there are at most %1 generated images</source>
        <translation>hay como máximo %1 imágenes generadas</translation>
    </message>
    <message>
        <source>%1 of %2 · n = %3</source>
        <translation>%1 de %2 · n = %3</translation>
    </message>
    <message>
        <source>Your guess: the speedup of the largest pool over the first</source>
        <translation>Su pronóstico: la aceleración del grupo mayor frente al primero</translation>
    </message>
    <message>
        <source>Your guess: how many times as fast as the first variant the fastest is</source>
        <translation>Su pronóstico: cuántas veces tan rápida como la primera variante es la más rápida</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>hilos</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>procesos</translation>
    </message>
    <message>
        <source>Workers are threads or processes; starting processes is not timed</source>
        <translation>Los trabajadores son hilos o procesos; iniciar los procesos no se cronometra</translation>
    </message>
    <message>
        <source>Pool o&amp;f</source>
        <translation>&amp;Grupo de</translation>
    </message>
    <message>
        <source>faces in photographs…</source>
        <translation>caras en fotografías…</translation>
    </message>
    <message>
        <source>faces in photographs — %1</source>
        <translation>caras en fotografías — %1</translation>
    </message>
    <message>
        <source>Photographs in which faces are found</source>
        <translation>Fotografías en las que se encuentran caras</translation>
    </message>
    <message>
        <source>faces in %1</source>
        <translation>caras en %1</translation>
    </message>
    <message>
        <source>counting faces: %1 of %2 photographs</source>
        <translation>contando caras: %1 de %2 fotografías</translation>
    </message>
    <message>
        <source>Threads of the variants that have several</source>
        <translation>Hilos de las variantes que tienen varios</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>&amp;Hilos</translation>
    </message>
</context>
<context>
    <name>mlplab::OperationsTableModel</name>
    <message>
        <source>variant</source>
        <translation>variante</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tiempo</translation>
    </message>
    <message>
        <source>spread  %</source>
        <translation>disp.  %</translation>
    </message>
    <message>
        <source>repeats</source>
        <translation>veces</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>rapidez</translation>
    </message>
    <message>
        <source>How many times as fast as &apos;%1&apos;</source>
        <translation>Cuántas veces tan rápida como «%1»</translation>
    </message>
</context>
<context>
    <name>mlplab::ParallelCard</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>Coordenadas paralelas</translation>
    </message>
    <message>
        <source>Clear brushes</source>
        <translation>Quitar selecciones</translation>
    </message>
    <message>
        <source>All runs again (Esc)</source>
        <translation>De nuevo todas las ejecuciones (Esc)</translation>
    </message>
    <message>
        <source>Menu of the parallel coordinates</source>
        <translation>Menú de las coordenadas paralelas</translation>
    </message>
    <message>
        <source>Close the parallel coordinates</source>
        <translation>Cerrar las coordenadas paralelas</translation>
    </message>
    <message>
        <source>&amp;Axes</source>
        <translation>&amp;Ejes</translation>
    </message>
    <message>
        <source>&amp;Colours by</source>
        <translation>&amp;Colores según</translation>
    </message>
    <message>
        <source>the last axis</source>
        <translation>el último eje</translation>
    </message>
    <message>
        <source>As &amp;usual</source>
        <translation>&amp;Como siempre</translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation>Guardar como &amp;PNG…</translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation>Guardar como &amp;SVG…</translation>
    </message>
    <message>
        <source>Save as P&amp;DF…</source>
        <translation>Guardar como P&amp;DF…</translation>
    </message>
    <message>
        <source>Save as CS&amp;V…</source>
        <translation>Guardar como CS&amp;V…</translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation>Copiar los &amp;números</translation>
    </message>
    <message>
        <source>&amp;Clear its brush</source>
        <translation>&amp;Quitar su selección</translation>
    </message>
    <message>
        <source>C&amp;olours by it</source>
        <translation>C&amp;olores según este eje</translation>
    </message>
    <message>
        <source>&amp;Hide it</source>
        <translation>&amp;Ocultarlo</translation>
    </message>
    <message>
        <source>lines with gaps: %L1 that did not run to their end</source>
        <translation>líneas con huecos: %L1 que no llegaron a su fin</translation>
    </message>
    <message>
        <source>%L1 that cannot be read are left out</source>
        <translation>se omiten %L1 que no se pueden leer</translation>
    </message>
    <message>
        <source>%L1 of %L2 runs</source>
        <translation>%L1 de %L2 ejecuciones</translation>
    </message>
    <message>
        <source>Drag along an axis to choose runs, or move a brush with the arrow keys.</source>
        <translation>Arrastre a lo largo de un eje para elegir ejecuciones, o mueva una selección con las flechas.</translation>
    </message>
    <message>
        <source>Save the parallel coordinates</source>
        <translation>Guardar las coordenadas paralelas</translation>
    </message>
</context>
<context>
    <name>mlplab::ParallelPlot</name>
    <message>
        <source>linear</source>
        <translation>lineal</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>values</source>
        <translation>valores</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>sin valor</translation>
    </message>
</context>
<context>
    <name>mlplab::ParallelView</name>
    <message>
        <source>Runs over their settings and results</source>
        <translation>Ejecuciones sobre sus ajustes y resultados</translation>
    </message>
    <message>
        <source>All axes are hidden: choose some in the menu.</source>
        <translation>Todos los ejes están ocultos: elija algunos en el menú.</translation>
    </message>
    <message>
        <source>Drag it to another place; a click on the axis below clears its brush</source>
        <translation>Arrástrelo a otro lugar; un clic en el eje de abajo quita su selección</translation>
    </message>
    <message>
        <source> (did not run to its end)</source>
        <translation> (no llegó a su fin)</translation>
    </message>
    <message>
        <source>%1: no brush</source>
        <translation>%1: sin selección</translation>
    </message>
    <message>
        <source>axis %L1 of %L2, %3; %L4 of %L5 runs</source>
        <translation>eje %L1 de %L2, %3; %L4 de %L5 ejecuciones</translation>
    </message>
</context>
<context>
    <name>mlplab::PixelGrid</name>
    <message>
        <source>What the network sees</source>
        <translation>Lo que ve la red</translation>
    </message>
    <message>
        <source>row %1, column %2: %3 of 255</source>
        <translation>fila %1, columna %2: %3 de 255</translation>
    </message>
    <message>
        <source>%1 by %2 pixels</source>
        <translation>%1 por %2 píxeles</translation>
    </message>
    <message>
        <source>%1 in colour</source>
        <translation>%1 en color</translation>
    </message>
    <message>
        <source>%1, %2 of them with ink</source>
        <translation>%1, %2 de ellos con tinta</translation>
    </message>
    <message>
        <source>row %1, column %2: red %3, green %4, blue %5 of 255</source>
        <translation>fila %1, columna %2: rojo %3, verde %4, azul %5 de 255</translation>
    </message>
</context>
<context>
    <name>mlplab::ProbabilityBars</name>
    <message>
        <source>Probability of each class</source>
        <translation>Probabilidad de cada clase</translation>
    </message>
    <message>
        <source>no prediction yet</source>
        <translation>sin predicción todavía</translation>
    </message>
</context>
<context>
    <name>mlplab::ProfilePage</name>
    <message>
        <source>Profile</source>
        <translation>Perfil</translation>
    </message>
    <message>
        <source>ADVICE</source>
        <translation>CONSEJO</translation>
    </message>
    <message>
        <source>What the profile says</source>
        <translation>Lo que dice el perfil</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Shares of a step instead of times</source>
        <translation>Partes de un paso en vez de tiempos</translation>
    </message>
    <message>
        <source>Placements</source>
        <translation>Ubicaciones</translation>
    </message>
    <message>
        <source>Compare the data placements at the chosen batch size</source>
        <translation>Comparar las ubicaciones de los datos con el tamaño de lote elegido</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>The point that the ring and the timeline show</source>
        <translation>El punto que muestran el anillo y la línea de tiempo</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Split the parts by operation</source>
        <translation>Partir las partes por operación</translation>
    </message>
    <message>
        <source>&amp;Open a study…</source>
        <translation>&amp;Abrir un estudio…</translation>
    </message>
    <message>
        <source>&amp;Save this study as…</source>
        <translation>&amp;Guardar este estudio como…</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>ejecución %1</translation>
    </message>
    <message>
        <source>The operations of the chosen point under what this machine can do at most</source>
        <translation>Las operaciones del punto elegido bajo lo máximo que puede esta máquina</translation>
    </message>
    <message>
        <source>No roofline: %1</source>
        <translation>Sin roofline: %1</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>lote %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1. Not measured on this machine.</source>
        <translation>%1. No medido en esta máquina.</translation>
    </message>
    <message>
        <source>measured in a run</source>
        <translation>medido en una ejecución</translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation>medido en %1</translation>
    </message>
    <message>
        <source>The guess: %1 % of a step in kernels.</source>
        <translation>El pronóstico: %1 % de un paso en kernels.</translation>
    </message>
    <message>
        <source>Measured at batch %1: %2 %.</source>
        <translation>Medido con lote %1: %2 %.</translation>
    </message>
    <message>
        <source>The first run is going on.</source>
        <translation>La primera ejecución está en marcha.</translation>
    </message>
    <message>
        <source>Nothing is measured yet. Press Profile: each batch size is trained for a short time, and some of its steps are taken apart.</source>
        <translation>Aún no se ha medido nada. Pulse Perfilar: cada tamaño de lote se entrena un momento, y algunos de sus pasos se desglosan.</translation>
    </message>
    <message>
        <source>%1 could not be measured: %2</source>
        <translation>%1 no se pudo medir: %2</translation>
    </message>
    <message>
        <source>Published: %1. Measured on: %2; compare shares, not times.</source>
        <translation>Publicado: %1. Medido en: %2; compare proporciones, no tiempos.</translation>
    </message>
    <message>
        <source>Open a profile study</source>
        <translation>Abrir un estudio de perfil</translation>
    </message>
    <message>
        <source>Profile studies (*.json)</source>
        <translation>Estudios de perfil (*.json)</translation>
    </message>
    <message>
        <source>Save the profile study</source>
        <translation>Guardar el estudio de perfil</translation>
    </message>
</context>
<context>
    <name>mlplab::ProfileSetup</name>
    <message>
        <source>&apos;%1&apos; is not a batch size: write whole numbers from 1, as in 16, 64, 512</source>
        <translation>«%1» no es un tamaño de lote: escriba números enteros desde 1, como en 16, 64, 512</translation>
    </message>
    <message>
        <source>name at least one batch size, as in 16, 64, 512</source>
        <translation>indique al menos un tamaño de lote, como en 16, 64, 512</translation>
    </message>
    <message>
        <source>PROFILE SETUP</source>
        <translation>AJUSTES DE PERFIL</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Ubicación</translation>
    </message>
    <message>
        <source>Batc&amp;hes</source>
        <translation>&amp;Lotes</translation>
    </message>
    <message>
        <source>Profiled steps of each epoch</source>
        <translation>Pasos perfilados de cada época</translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation>&amp;Pasos</translation>
    </message>
    <message>
        <source>Epochs of each run</source>
        <translation>Épocas de cada ejecución</translation>
    </message>
    <message>
        <source>Epochs of each run; the last one is taken apart</source>
        <translation>Épocas de cada ejecución; la última se desglosa</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>Época&amp;s</translation>
    </message>
    <message>
        <source>Expected share of a step that is spent in kernels</source>
        <translation>Parte de un paso que se espera que pase en kernels</translation>
    </message>
    <message>
        <source> % kernels</source>
        <translation> % kernels</translation>
    </message>
    <message>
        <source>Measured on: %1</source>
        <translation>Medido en: %1</translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation>Per&amp;filar</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation>Progreso del perfil</translation>
    </message>
    <message>
        <source>The study that is shown</source>
        <translation>El estudio que se muestra</translation>
    </message>
    <message>
        <source>Sho&amp;wn</source>
        <translation>&amp;Mostrado</translation>
    </message>
    <message>
        <source>Save this study as a file, or open one</source>
        <translation>Guardar este estudio como archivo, o abrir uno</translation>
    </message>
    <message>
        <source>%1, seed %2, as set up on the Train page</source>
        <translation>%1, semilla %2, según la página Entrenar</translation>
    </message>
    <message>
        <source>choose at least one placement of the data</source>
        <translation>elija al menos una ubicación de los datos</translation>
    </message>
    <message>
        <source>There is no published profile &apos;%1&apos;.</source>
        <translation>No hay ningún perfil publicado «%1».</translation>
    </message>
    <message>
        <source>being measured</source>
        <translation>midiéndose</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>nada todavía</translation>
    </message>
</context>
<context>
    <name>mlplab::Program</name>
    <message>
        <source>A laboratory of parallel neural-network training.</source>
        <translation>Un laboratorio de entrenamiento paralelo de redes neuronales.</translation>
    </message>
    <message>
        <source>Train, save every page as an image in DIR, and exit.</source>
        <translation>Entrena, guarda cada página como imagen en DIR y termina.</translation>
    </message>
    <message>
        <source>With --tour: train on all images, which takes minutes.</source>
        <translation>Con --tour: entrena con todas las imágenes, lo que tarda minutos.</translation>
    </message>
    <message>
        <source>Start with the run that this file describes.</source>
        <translation>Empieza con la ejecución que describe este archivo.</translation>
    </message>
    <message>
        <source>Open the run kept in this folder.</source>
        <translation>Abre la ejecución guardada en esta carpeta.</translation>
    </message>
    <message>
        <source>With --open: save its charts as files in DIR, and exit.</source>
        <translation>Con --open: guarda sus gráficas como archivos en DIR y termina.</translation>
    </message>
    <message>
        <source>system, light or dark.</source>
        <translation>system, light (claro) o dark (oscuro).</translation>
    </message>
    <message>
        <source>Language of the window, as &apos;es&apos;.</source>
        <translation>Idioma de la ventana, como «es».</translation>
    </message>
    <message>
        <source>Size of the window, as 1280x800.</source>
        <translation>Tamaño de la ventana, como 1280x800.</translation>
    </message>
    <message>
        <source>Open the lesson in this file.</source>
        <translation>Abre la lección de este archivo.</translation>
    </message>
    <message>
        <source>%1 See --help.</source>
        <translation>%1 Véase --help.</translation>
    </message>
    <message>
        <source>unexpected argument &apos;%1&apos;; see --help</source>
        <translation>argumento inesperado «%1»; véase --help</translation>
    </message>
    <message>
        <source>--%1 is empty (is a variable not set?)</source>
        <translation>--%1 está vacío (¿falta dar valor a una variable?)</translation>
    </message>
    <message>
        <source>--export needs the run whose charts it saves: name it with --open RUN_DIR</source>
        <translation>--export necesita la ejecución cuyas gráficas guarda: indíquela con --open RUN_DIR</translation>
    </message>
    <message>
        <source>unknown theme &apos;%1&apos;; the themes are system, light and dark</source>
        <translation>tema desconocido «%1»; los temas son system, light y dark</translation>
    </message>
    <message>
        <source>--size wants a width and a height from 640x480 on, as in 1280x800, not &apos;%1&apos;</source>
        <translation>--size quiere un ancho y un alto de 640x480 o más, como en 1280x800, no «%1»</translation>
    </message>
    <message>
        <source>%1 does not describe a run: %2</source>
        <translation>%1 no describe una ejecución: %2</translation>
    </message>
    <message>
        <source>there is no display; train in the terminal with mlplab-cli, or set DISPLAY</source>
        <translation>no hay pantalla; entrene en la terminal con mlplab-cli, o dé valor a DISPLAY</translation>
    </message>
    <message>
        <source>no display can be used (%1; Qt says &apos;%2&apos;); train in the terminal with mlplab-cli, or correct the setting</source>
        <translation>no se puede usar ninguna pantalla (%1; Qt dice «%2»); entrene en la terminal con mlplab-cli, o corrija el ajuste</translation>
    </message>
    <message>
        <source>no font is installed, so that no text can be drawn; install one, as the package fonts-dejavu-core, and start again</source>
        <translation>no hay ninguna fuente instalada, así que no se puede dibujar texto; instale una, como el paquete fonts-dejavu-core, y vuelva a empezar</translation>
    </message>
    <message>
        <source>With --tour: save film.png, an animated image of the window at work, in place of the pages.</source>
        <translation>Con --tour: guarda film.png, una imagen animada de la ventana en marcha, en lugar de las páginas.</translation>
    </message>
    <message>
        <source>--film needs the folder for it: name it with --tour DIR</source>
        <translation>--film necesita su carpeta: indíquela con --tour DIR</translation>
    </message>
</context>
<context>
    <name>mlplab::Published</name>
    <message>
        <source>Published: %1</source>
        <translation>Publicado: %1</translation>
    </message>
    <message>
        <source>What is doubtful in the published figures:</source>
        <translation>Lo dudoso de las cifras publicadas:</translation>
    </message>
</context>
<context>
    <name>mlplab::QrCode</name>
    <message>
        <source>QR code of the class&apos;s address</source>
        <translation>Código QR de la dirección de la clase</translation>
    </message>
</context>
<context>
    <name>mlplab::RaceCard</name>
    <message>
        <source>Race</source>
        <translation>Carrera</translation>
    </message>
    <message>
        <source>Menu of the race</source>
        <translation>Menú de la carrera</translation>
    </message>
    <message>
        <source>Moment of the race</source>
        <translation>Momento de la carrera</translation>
    </message>
    <message>
        <source>in 10 s</source>
        <translation>en 10 s</translation>
    </message>
    <message>
        <source>in 30 s</source>
        <translation>en 30 s</translation>
    </message>
    <message>
        <source>in real time</source>
        <translation>en tiempo real</translation>
    </message>
    <message>
        <source>How fast the race is replayed</source>
        <translation>A qué velocidad se repite la carrera</translation>
    </message>
    <message>
        <source>live</source>
        <translation>en vivo</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>repetición</translation>
    </message>
    <message>
        <source>all on one clock of training time</source>
        <translation>todas con un mismo reloj de entrenamiento</translation>
    </message>
    <message>
        <source>%1 · all on one clock of training time</source>
        <translation>%1 · todas con un mismo reloj de entrenamiento</translation>
    </message>
    <message>
        <source>A run is going on: the race follows it</source>
        <translation>Hay una ejecución en marcha: la carrera la sigue</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Replay the race</source>
        <translation>Repetir la carrera</translation>
    </message>
    <message>
        <source>Save the race</source>
        <translation>Guardar la carrera</translation>
    </message>
</context>
<context>
    <name>mlplab::RaceView</name>
    <message>
        <source>Race of the runs</source>
        <translation>Carrera de las ejecuciones</translation>
    </message>
    <message>
        <source>%1: place %2</source>
        <translation>%1: puesto %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 epochs</source>
        <translation>%1: %2 de %3 épocas</translation>
    </message>
    <message>
        <source>Compare some implementations: their runs race here.</source>
        <translation>Compare algunas implementaciones: sus ejecuciones compiten aquí.</translation>
    </message>
    <message>
        <source>%1. · %2</source>
        <translation>%1. · %2</translation>
    </message>
    <message>
        <source>Race</source>
        <translation>Carrera</translation>
    </message>
    <message>
        <source>after %1 of training</source>
        <translation>tras %1 de entrenamiento</translation>
    </message>
    <message>
        <source>all on one clock of training time</source>
        <translation>todas con un mismo reloj de entrenamiento</translation>
    </message>
</context>
<context>
    <name>mlplab::RateDialog</name>
    <message>
        <source>%1 · %2 · batch %3 · %4</source>
        <translation>%1 · %2 · lote %3 · %4</translation>
    </message>
    <message>
        <source>Loss over the learning rate</source>
        <translation>Pérdida según la tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation>Buscar una tasa de aprendizaje</translation>
    </message>
    <message>
        <source>One step at each of 100 rates, from very low to too high, on the settings as they are. Nothing of it is kept; the weights of your runs stay as they are.</source>
        <translation>Un paso con cada una de 100 tasas, de muy baja a demasiado alta, con los ajustes como están. Nada de ello se guarda; los pesos de sus ejecuciones quedan como están.</translation>
    </message>
    <message>
        <source>What the search says</source>
        <translation>Lo que dice la búsqueda</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Buscar</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Progreso de la búsqueda</translation>
    </message>
    <message>
        <source>&amp;Use this rate</source>
        <translation>&amp;Usar esta tasa</translation>
    </message>
    <message>
        <source>The settings have changed since: search again.</source>
        <translation>Los ajustes han cambiado desde entonces: busque de nuevo.</translation>
    </message>
    <message>
        <source>loading the data</source>
        <translation>cargando los datos</translation>
    </message>
    <message>
        <source>rate %1 of %2: %3</source>
        <translation>tasa %1 de %2: %3</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>deteniendo…</translation>
    </message>
    <message>
        <source>&amp;Use this rate: %1</source>
        <translation>&amp;Usar esta tasa: %1</translation>
    </message>
    <message>
        <source>MLP Lab · %1 · %2, one batch per rate, seed %3</source>
        <translation>MLP Lab · %1 · %2, un lote por tasa, semilla %3</translation>
    </message>
</context>
<context>
    <name>mlplab::ReportPdf</name>
    <message>
        <source>Table %1.</source>
        <translation>Tabla %1.</translation>
    </message>
    <message>
        <source>Every digit: %1.csv</source>
        <translation>Todas las cifras: %1.csv</translation>
    </message>
    <message>
        <source>Figure %1.</source>
        <translation>Figura %1.</translation>
    </message>
    <message>
        <source>Name: %1</source>
        <translation>Nombre: %1</translation>
    </message>
</context>
<context>
    <name>mlplab::ReportWriter</name>
    <message>
        <source>A report is being written still: wait for its end.</source>
        <translation>Aún se está escribiendo un informe: espere a que termine.</translation>
    </message>
</context>
<context>
    <name>mlplab::ResultCard</name>
    <message>
        <source>Counts of the kernel by line</source>
        <translation>Cuentas del kernel por línea</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>velocidad</translation>
    </message>
    <message>
        <source>The folders of the class</source>
        <translation>Las carpetas de la clase</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Comprobación</translation>
    </message>
    <message>
        <source>Wrong numbers</source>
        <translation>Números incorrectos</translation>
    </message>
    <message>
        <source>Counts</source>
        <translation>Cuentas</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Tiempos</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versiones</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Where the output is wrong</source>
        <translation>Dónde es incorrecta la salida</translation>
    </message>
    <message>
        <source>nothing was written to it</source>
        <translation>no se escribió nada en él</translation>
    </message>
    <message>
        <source>found is %1</source>
        <translation>se encontró %1</translation>
    </message>
    <message>
        <source>The first wrong number of all calls: %1 (%2). Expected is %3, %4.</source>
        <translation>El primer número incorrecto de todas las llamadas: %1 (%2). Se espera %3, %4.</translation>
    </message>
</context>
<context>
    <name>mlplab::RoundingCheck</name>
    <message>
        <source>its data are others by now</source>
        <translation>sus datos ya son otros</translation>
    </message>
</context>
<context>
    <name>mlplab::Run</name>
    <message>
        <source>Its processes normalise each by its own part of a batch (batch-norm=local): its losses are not those of one process, and need not be.</source>
        <translation>Cada uno de sus procesos normaliza según su propia parte del lote (batch-norm=local): sus pérdidas no son las de un solo proceso, ni tienen por qué serlo.</translation>
    </message>
</context>
<context>
    <name>mlplab::RunColumns</name>
    <message>
        <source>it names the run</source>
        <translation>nombra la ejecución</translation>
    </message>
    <message>
        <source>it also says why a run failed</source>
        <translation>también dice por qué falló una ejecución</translation>
    </message>
    <message>
        <source>no other setting differs</source>
        <translation>ningún otro ajuste difiere</translation>
    </message>
    <message>
        <source>no run has a known energy</source>
        <translation>de ninguna ejecución se conoce la energía</translation>
    </message>
    <message>
        <source>no run has a speedup over another</source>
        <translation>ninguna ejecución tiene una aceleración sobre otra</translation>
    </message>
    <message>
        <source>As &amp;usual</source>
        <translation>&amp;Como siempre</translation>
    </message>
</context>
<context>
    <name>mlplab::RunComparison</name>
    <message>
        <source>Compared</source>
        <translation>Comparadas</translation>
    </message>
    <message>
        <source>Copy the table as CSV</source>
        <translation>Copiar la tabla como CSV</translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation>Cerrar la comparación</translation>
    </message>
    <message>
        <source>Compared runs</source>
        <translation>Ejecuciones comparadas</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>leyendo…</translation>
    </message>
    <message>
        <source>single runs, against the first; what differs from it is marked</source>
        <translation>ejecuciones únicas, frente a la primera; lo que difiere de ella va marcado</translation>
    </message>
</context>
<context>
    <name>mlplab::RunComparisonModel</name>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Accuracy / %</source>
        <translation>Exactitud / %</translation>
    </message>
    <message>
        <source>Δ / points</source>
        <translation>Δ / puntos</translation>
    </message>
    <message>
        <source>Time / s</source>
        <translation>Tiempo / s</translation>
    </message>
    <message>
        <source>Time, ×first</source>
        <translation>Tiempo, ×1.ª</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ejecución</translation>
    </message>
</context>
<context>
    <name>mlplab::RunDifference</name>
    <message>
        <source>all workers</source>
        <translation>todos los trabajadores</translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation>1 trabajador</translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation>%1 trabajadores</translation>
    </message>
    <message>
        <source>workers</source>
        <translation>trabajadores</translation>
    </message>
    <message>
        <source>network</source>
        <translation>red</translation>
    </message>
    <message>
        <source>options</source>
        <translation>opciones</translation>
    </message>
    <message>
        <source>other settings</source>
        <translation>otros ajustes</translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation>variante %1</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 más</translation>
    </message>
</context>
<context>
    <name>mlplab::RunTableModel</name>
    <message>
        <source>failed: %1</source>
        <translation>falló: %1</translation>
    </message>
    <message>
        <source>✓ equal to %1</source>
        <translation>✓ igual a la %1</translation>
    </message>
    <message>
        <source>≠ differs from %1</source>
        <translation>≠ distinta de la %1</translation>
    </message>
    <message>
        <source>reference %1</source>
        <translation>referencia %1</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>no comparado</translation>
    </message>
    <message>
        <source>median of the epochs (and its quartiles: half of them lie between), N = %1; evaluation is not in it</source>
        <translation>mediana de las épocas (y sus cuartiles: la mitad queda entre ellos), N = %1; sin la evaluación</translation>
    </message>
    <message>
        <source>after the last epoch; the best one was epoch %1</source>
        <translation>tras la última época; la mejor fue la época %1</translation>
    </message>
    <message>
        <source>Are the training losses of all epochs those of the reference run, within %1 % in the first and %2 % at most? Same data, network, optimizer, batch and seed; the reference is the backend that comes first among the runs that are done. What did not run to its end is not compared, unless an epoch differs already.</source>
        <translation>¿Son las pérdidas de entrenamiento de todas las épocas las de la ejecución de referencia, con diferencias de %1 % en la primera y %2 % como máximo? Mismos datos, red, optimizador, lote y semilla; la referencia es el backend que va primero entre las ejecuciones terminadas. Lo que no llegó a su final no se compara, salvo que ya difiera una época.</translation>
    </message>
    <message>
        <source>Pinned: stays in the charts when further runs start</source>
        <translation>Fijada: sigue en las gráficas cuando empiezan otras ejecuciones</translation>
    </message>
    <message>
        <source>Pin to the charts</source>
        <translation>Fijar en las gráficas</translation>
    </message>
    <message>
        <source>Hide from the charts</source>
        <translation>Ocultar de las gráficas</translation>
    </message>
    <message>
        <source>Show in the charts</source>
        <translation>Mostrar en las gráficas</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>N.º</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Trabajadores</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Qué difiere</translation>
    </message>
    <message>
        <source>Epoch / s</source>
        <translation>Época / s</translation>
    </message>
    <message>
        <source>Total / s</source>
        <translation>Total / s</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
    <message>
        <source>Test / %</source>
        <translation>Prueba / %</translation>
    </message>
    <message>
        <source>Epoch / J</source>
        <translation>Época / J</translation>
    </message>
    <message>
        <source>Same start</source>
        <translation>Mismo inicio</translation>
    </message>
    <message>
        <source>%L1 (%L2 each)</source>
        <translation>%L1 (%L2 cada uno)</translation>
    </message>
    <message>
        <source>in all: training %1 s, validation %2 s, test %3 s</source>
        <translation>en total: entrenamiento %1 s, validación %2 s, prueba %3 s</translation>
    </message>
    <message>
        <source>in all: training %1 s, test %2 s</source>
        <translation>en total: entrenamiento %1 s, prueba %2 s</translation>
    </message>
    <message>
        <source>Show the others again</source>
        <translation>Mostrar de nuevo las demás</translation>
    </message>
    <message>
        <source>Show only this run in the charts (O)</source>
        <translation>Mostrar solo esta ejecución en los gráficos (O)</translation>
    </message>
    <message>
        <source>Show only this run</source>
        <translation>Mostrar solo esta ejecución</translation>
    </message>
    <message>
        <source>≠ or rounding …</source>
        <translation>≠ o redondeo …</translation>
    </message>
    <message>
        <source>Its losses differ from those of run %1. The program checks whether rounding alone explains that, while nothing else computes.</source>
        <translation>Sus pérdidas difieren de las de la ejecución %1. El programa comprueba si lo explica el redondeo por sí solo, mientras no se calcula nada más.</translation>
    </message>
    <message>
        <source>Its losses differ from those of run %1. It is not known whether rounding alone explains that: %2</source>
        <translation>Sus pérdidas difieren de las de la ejecución %1. No se sabe si lo explica el redondeo por sí solo: %2</translation>
    </message>
    <message>
        <source>≈ equal to %1</source>
        <translation>≈ igual a %1</translation>
    </message>
    <message>
        <source>How many times as fast as its reference an epoch was: of runs that compute the same, on one machine</source>
        <translation>Cuántas veces más rápida que la de su referencia fue una época: de ejecuciones que calculan lo mismo, en una misma máquina</translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation>Aceleración</translation>
    </message>
    <message>
        <source>Speedup: %1</source>
        <translation>Aceleración: %1</translation>
    </message>
    <message>
        <source>uncertain</source>
        <translation>incierto</translation>
    </message>
    <message>
        <source>The median epoch of run %1 over that of this run, with the 95 % interval of their epochs (%2 and %3). Each ran once, at its own time: Compare, which lets them take turns, says more.</source>
        <translation>La época mediana de la ejecución %1 dividida por la de esta, con el intervalo del 95 % de sus épocas (%2 y %3). Cada una se ejecutó una vez, en su momento: Comparar, que las alterna, dice más.</translation>
    </message>
</context>
<context>
    <name>mlplab::ScalePage</name>
    <message>
        <source>Scale</source>
        <translation>Escalar</translation>
    </message>
    <message>
        <source>READING</source>
        <translation>LECTURA</translation>
    </message>
    <message>
        <source>What the measurements say</source>
        <translation>Lo que dicen las mediciones</translation>
    </message>
    <message>
        <source>A run was started while the sweep is measuring: the times of both are disturbed.</source>
        <translation>Se inició una ejecución mientras el barrido mide: los tiempos de ambos quedan alterados.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Puntos</translation>
    </message>
    <message>
        <source>median (95 % interval)</source>
        <translation>mediana (intervalo del 95 %)</translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation>Re&amp;ferencia</translation>
    </message>
    <message>
        <source>The value that speedups compare with</source>
        <translation>El valor con que se comparan las aceleraciones</translation>
    </message>
    <message>
        <source>Kept sweeps</source>
        <translation>Barridos guardados</translation>
    </message>
    <message>
        <source>Show a sweep that was measured before</source>
        <translation>Mostrar un barrido medido antes</translation>
    </message>
    <message>
        <source>Table of the sweep&apos;s points</source>
        <translation>Tabla de los puntos del barrido</translation>
    </message>
    <message>
        <source>Nothing is measured yet. Choose an axis and press Measure; with &apos;Guess first&apos; the class writes down what it expects.</source>
        <translation>Aún no se ha medido nada. Elija un eje y pulse Medir; en «Pronóstico» la clase anota lo que espera.</translation>
    </message>
    <message>
        <source>The guess: %1× with %2 workers, as if %3 % of an epoch were serial.</source>
        <translation>El pronóstico: %1× con %2 trabajadores, como si el %3 % de una época fuera secuencial.</translation>
    </message>
    <message>
        <source>Measured: %1×.</source>
        <translation>Medido: %1×.</translation>
    </message>
    <message>
        <source>Published: %1. Measured on: %2; compare shapes, not seconds.</source>
        <translation>Publicado: %1. Medido en: %2; compare formas, no segundos.</translation>
    </message>
</context>
<context>
    <name>mlplab::SelectedCells</name>
    <message>
        <source>Select two rows of the table, with Ctrl, to hold them against each other.</source>
        <translation>Seleccione dos filas de la tabla, con Ctrl, para compararlas entre sí.</translation>
    </message>
</context>
<context>
    <name>mlplab::SettingField</name>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>For drawn digits</source>
        <translation>Para dígitos dibujados</translation>
    </message>
    <message>
        <source>For photographs</source>
        <translation>Para fotografías</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number</source>
        <translation>«%1» no es un número entero</translation>
    </message>
    <message>
        <source>a number from 0 stands here</source>
        <translation>aquí va un número desde 0</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number from 0</source>
        <translation>«%1» no es un número entero desde 0</translation>
    </message>
    <message>
        <source>As MNIST&apos;s</source>
        <translation>Como las de MNIST</translation>
    </message>
    <message>
        <source>For the smaller convolutional networks</source>
        <translation>Para las redes convolucionales más pequeñas</translation>
    </message>
    <message>
        <source>Width and height</source>
        <translation>Ancho y alto</translation>
    </message>
</context>
<context>
    <name>mlplab::SetupChanges</name>
    <message>
        <source>A click on a change takes it back</source>
        <translation>Un clic en un cambio lo deshace</translation>
    </message>
    <message>
        <source>Not as usual:</source>
        <translation>No es lo habitual:</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>restablecer</translation>
    </message>
    <message>
        <source>Not as run %1:</source>
        <translation>No es como la ejecución %1:</translation>
    </message>
    <message>
        <source>as run %1</source>
        <translation>como la ejecución %1</translation>
    </message>
</context>
<context>
    <name>mlplab::SetupPanel</name>
    <message>
        <source>change of settings</source>
        <translation>cambio de ajustes</translation>
    </message>
    <message>
        <source>RUN SETUP</source>
        <translation>AJUSTES DE EJECUCIÓN</translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation>&amp;Hilos</translation>
    </message>
    <message>
        <source>&amp;Processes</source>
        <translation>&amp;Procesos</translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation>&amp;Trabajadores</translation>
    </message>
    <message>
        <source>1 to %1</source>
        <translation>1 a %1</translation>
    </message>
    <message>
        <source>This backend has one worker here</source>
        <translation>Este backend tiene aquí un solo trabajador</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number</source>
        <translation>«%1» no es un número entero</translation>
    </message>
    <message>
        <source>the batch is larger than the %L1 training images</source>
        <translation>el lote es mayor que las %L1 imágenes de entrenamiento</translation>
    </message>
    <message>
        <source>TFLOP</source>
        <translation>TFLOP</translation>
    </message>
    <message>
        <source>GFLOP</source>
        <translation>GFLOP</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>&amp;Datos</translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation>&amp;Red</translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation>ReLU</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoide</translation>
    </message>
    <message>
        <source>Tanh</source>
        <translation>Tanh</translation>
    </message>
    <message>
        <source>&amp;Activation</source>
        <translation>A&amp;ctivación</translation>
    </message>
    <message>
        <source>&amp;Backend</source>
        <translation>Bac&amp;kend</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Trabajadores</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Buscar…</translation>
    </message>
    <message>
        <source>Search for a learning rate: the loss over rates from very low to too high</source>
        <translation>Buscar una tasa de aprendizaje: la pérdida según tasas de muy bajas a demasiado altas</translation>
    </message>
    <message>
        <source>Batc&amp;h</source>
        <translation>Lo&amp;te</translation>
    </message>
    <message>
        <source>Expected test accuracy of the next run</source>
        <translation>Exactitud de prueba que se espera de la próxima ejecución</translation>
    </message>
    <message>
        <source> % right</source>
        <translation> % bien</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>More settings</source>
        <translation>Más ajustes</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>Pixels from 0 to 1, as they are</source>
        <translation>Píxeles de 0 a 1, como son</translation>
    </message>
    <message>
        <source>From -1 to 1</source>
        <translation>De -1 a 1</translation>
    </message>
    <message>
        <source>MNIST&apos;s own</source>
        <translation>Los de MNIST</translation>
    </message>
    <message>
        <source>(pixel - mean) / std, as the network&apos;s first layer, so that a kept model knows it; of each channel as mean=0.5:0.4:0.4,std=0.2:0.2:0.3. It makes a network of layers out of widths</source>
        <translation>(píxel - media) / desviación, como primera capa de la red, para que un modelo guardado la conozca; por canal como mean=0.5:0.4:0.4,std=0.2:0.2:0.3. Convierte los anchos en una red de capas</translation>
    </message>
    <message>
        <source>Normali&amp;ze</source>
        <translation>Normali&amp;zar</translation>
    </message>
    <message>
        <source>MNIST</source>
        <translation>MNIST</translation>
    </message>
    <message>
        <source>Shapes (generated)</source>
        <translation>Formas (generadas)</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>como es</translation>
    </message>
    <message>
        <source>of each: %L1 in all</source>
        <translation>de cada uno: %L1 en total</translation>
    </message>
    <message>
        <source>of each</source>
        <translation>de cada uno</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>compartido</translation>
    </message>
    <message>
        <source>&apos;Shared&apos;: only the time changes with the workers. &apos;Of each&apos;: the batch grows with the workers, so fewer updates of the weights and another training.</source>
        <translation>«Compartido»: con los trabajadores solo cambia el tiempo. «De cada uno»: el lote crece con los trabajadores, con menos actualizaciones de los pesos y otro entrenamiento.</translation>
    </message>
    <message>
        <source>Batch is</source>
        <translation>El lote es</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 parámetros</translation>
    </message>
    <message>
        <source>%1
the images are being looked at …</source>
        <translation>%1
se están mirando las imágenes …</translation>
    </message>
    <message>
        <source>%1
%2 images · %3 %4 per epoch</source>
        <translation>%1
%2 imágenes · %3 %4 por época</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>y %1 más</translation>
    </message>
    <message>
        <source>The members of the team say how many there are</source>
        <translation>Los miembros del equipo dicen cuántos son</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>todos iguales</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
    <message>
        <source>The members of the team as a table</source>
        <translation>Los miembros del equipo como tabla</translation>
    </message>
    <message>
        <source>Team of processes</source>
        <translation>Equipo de procesos</translation>
    </message>
    <message>
        <source>Has answered before</source>
        <translation>Ha respondido antes</translation>
    </message>
    <message>
        <source>Processes that share every batch, alike or not</source>
        <translation>Procesos que se reparten cada lote, iguales o no</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Layers, optimizer, schedule, seed, options of the backend, images, augmentation, loss, and all other settings</source>
        <translation>Capas, optimizador, plan, semilla, opciones del backend, imágenes, aumento, pérdida y todos los demás ajustes</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>A folder with IDX or CSV files, or one sub-folder per class</source>
        <translation>Una carpeta con archivos IDX o CSV, o una subcarpeta por clase</translation>
    </message>
</context>
<context>
    <name>mlplab::SpanTableModel</name>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>track</source>
        <translation>pista</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>operación</translation>
    </message>
    <message>
        <source>part</source>
        <translation>parte</translation>
    </message>
    <message>
        <source>start</source>
        <translation>inicio</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>duración</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>movido</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
</context>
<context>
    <name>mlplab::StartBar</name>
    <message>
        <source>Re&amp;sume</source>
        <translation>Rean&amp;udar</translation>
    </message>
</context>
<context>
    <name>mlplab::StatusStrip</name>
    <message>
        <source>Progress of the run</source>
        <translation>Progreso de la ejecución</translation>
    </message>
    <message>
        <source>Ready: press Run (Ctrl+R)</source>
        <translation>Listo: pulse Ejecutar (Ctrl+R)</translation>
    </message>
    <message>
        <source>epoch %1 / %2</source>
        <translation>época %1 / %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>reading images: %1 of %2</source>
        <translation>leyendo imágenes: %1 de %2</translation>
    </message>
    <message>
        <source>loading data…</source>
        <translation>cargando datos…</translation>
    </message>
    <message>
        <source>ETA –</source>
        <translation>faltan –</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>faltan %1</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>en pausa</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>deteniendo…</translation>
    </message>
    <message>
        <source>reading the curves of the last runs…</source>
        <translation>leyendo las curvas de las últimas ejecuciones…</translation>
    </message>
    <message>
        <source>done in %1 s</source>
        <translation>terminado en %1 s</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>falló</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>detenida</translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation>1 hilo</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 hilos</translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation>%1 imágenes/s</translation>
    </message>
    <message>
        <source>%1: measuring …</source>
        <translation>%1: midiendo …</translation>
    </message>
    <message>
        <source>paused after batch %L1 of %L2</source>
        <translation>en pausa tras el lote %L1 de %L2</translation>
    </message>
</context>
<context>
    <name>mlplab::StepImages</name>
    <message>
        <source>Image %L1</source>
        <translation>Imagen %L1</translation>
    </message>
    <message>
        <source>The probability of the right class after the step, less the one before</source>
        <translation>La probabilidad de la clase correcta tras el paso, menos la anterior</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Antes</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Después</translation>
    </message>
    <message>
        <source>Right class</source>
        <translation>Clase correcta</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>mlplab::StepSheet</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>What a step changed</source>
        <translation>Lo que cambió un paso</translation>
    </message>
    <message>
        <source>The step</source>
        <translation>El paso</translation>
    </message>
    <message>
        <source>Images of the step</source>
        <translation>Imágenes del paso</translation>
    </message>
    <message>
        <source>How far each layer moved</source>
        <translation>Cuánto se movió cada capa</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation>Se movió</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Mayor</translation>
    </message>
    <message>
        <source>The norm of the change over that of the layer&apos;s weights before</source>
        <translation>La norma del cambio sobre la de los pesos de la capa antes</translation>
    </message>
    <message>
        <source>The largest change of a single weight</source>
        <translation>El mayor cambio de un solo peso</translation>
    </message>
    <message>
        <source>&amp;Step a batch</source>
        <translation>&amp;Avanzar un lote</translation>
    </message>
    <message>
        <source>Step a batch or an epoch: here you see what it changed.</source>
        <translation>Avance un lote o una época: aquí verá lo que cambió.</translation>
    </message>
    <message>
        <source>Backends that compute in other processes tell their weights after whole epochs alone.</source>
        <translation>Los backends que calculan en otros procesos solo dicen sus pesos tras épocas enteras.</translation>
    </message>
    <message>
        <source>%1 of %2 right, before %3</source>
        <translation>%1 de %2 correctas, antes %3</translation>
    </message>
    <message>
        <source>loss %1, before %2</source>
        <translation>pérdida %1, antes %2</translation>
    </message>
    <message>
        <source>Epoch %1. Test images: %2.</source>
        <translation>Época %1. Imágenes de prueba: %2.</translation>
    </message>
    <message>
        <source>Batch %1 of %2, epoch %3. Its images: %4.</source>
        <translation>Lote %1 de %2, época %3. Sus imágenes: %4.</translation>
    </message>
    <message>
        <source>The first %L1 of %L2 test images are compared.</source>
        <translation>Se comparan las primeras %L1 de %L2 imágenes de prueba.</translation>
    </message>
    <message>
        <source>The run trained on them augmented; here they are as in the data.</source>
        <translation>La ejecución las entrenó aumentadas; aquí están como en los datos.</translation>
    </message>
    <message>
        <source>%1 (%2 weights)</source>
        <translation>%1 (%2 pesos)</translation>
    </message>
    <message>
        <source>Listed are those that became right or wrong: %L1.</source>
        <translation>Se listan las que pasaron a correctas o incorrectas: %L1.</translation>
    </message>
    <message>
        <source>Both predictions use the running statistics of batch normalisation, as a test does.</source>
        <translation>Ambas predicciones usan las estadísticas móviles de la normalización por lotes, como una prueba.</translation>
    </message>
</context>
<context>
    <name>mlplab::StepWatch</name>
    <message>
        <source>epoch %1</source>
        <translation>época %1</translation>
    </message>
    <message>
        <source>batch %1 of %2, epoch %3</source>
        <translation>lote %1 de %2, época %3</translation>
    </message>
    <message>
        <source>moved by %1 %</source>
        <translation>movida un %1 %</translation>
    </message>
    <message>
        <source>The data have changed since the run began: its images are not known here.</source>
        <translation>Los datos han cambiado desde que empezó la ejecución: aquí no se conocen sus imágenes.</translation>
    </message>
    <message>
        <source>What the last step changed cannot be told: %1.</source>
        <translation>No se puede decir qué cambió el último paso: %1.</translation>
    </message>
</context>
<context>
    <name>mlplab::StudyPage</name>
    <message>
        <source>Measured on another machine: %1.</source>
        <translation>Medido en otra máquina: %1.</translation>
    </message>
</context>
<context>
    <name>mlplab::StudySetup</name>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>&amp;Published</source>
        <translation>Publ&amp;icado</translation>
    </message>
    <message>
        <source>&amp;Backend</source>
        <translation>Bac&amp;kend</translation>
    </message>
    <message>
        <source>choose a backend</source>
        <translation>elija un backend</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>deteniendo…</translation>
    </message>
    <message>
        <source>%1 of %2 runs done</source>
        <translation>%1 de %2 ejecuciones hechas</translation>
    </message>
</context>
<context>
    <name>mlplab::SweepQueue</name>
    <message>
        <source>stopping…</source>
        <translation>deteniendo…</translation>
    </message>
    <message>
        <source>sweep %1 of %2</source>
        <translation>barrido %1 de %2</translation>
    </message>
    <message>
        <source> · %1 workers</source>
        <translation> · %1 trabajadores</translation>
    </message>
    <message>
        <source> · ETA %1</source>
        <translation> · faltan %1</translation>
    </message>
</context>
<context>
    <name>mlplab::SweepSetup</name>
    <message>
        <source>SWEEP SETUP</source>
        <translation>AJUSTES DE BARRIDO</translation>
    </message>
    <message>
        <source>A&amp;xis</source>
        <translation>&amp;Eje</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>Val&amp;ores</translation>
    </message>
    <message>
        <source>strong</source>
        <translation>fuerte</translation>
    </message>
    <message>
        <source>weak</source>
        <translation>débil</translation>
    </message>
    <message>
        <source>Strong: the same epoch on more workers. Weak: the batch grows with the workers, and one step is timed.</source>
        <translation>Fuerte: la misma época con más trabajadores. Débil: el lote crece con los trabajadores y se cronometra un paso.</translation>
    </message>
    <message>
        <source>S&amp;caling</source>
        <translation>Esca&amp;lado</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Repeticiones</translation>
    </message>
    <message>
        <source>Repea&amp;ts</source>
        <translation>&amp;Repeticiones</translation>
    </message>
    <message>
        <source>Warm-up epochs</source>
        <translation>Épocas de calentamiento</translation>
    </message>
    <message>
        <source>Epochs at the start of every run that are trained but not timed</source>
        <translation>Épocas al inicio de cada ejecución que se entrenan sin cronometrarse</translation>
    </message>
    <message>
        <source>&amp;Warm-up</source>
        <translation>Cale&amp;ntamiento</translation>
    </message>
    <message>
        <source>Timed epochs of each run</source>
        <translation>Épocas cronometradas de cada ejecución</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>Época&amp;s</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>de %1</translation>
    </message>
    <message>
        <source>Hold the losses of every point against those of %1, which trains once for it; else against the baseline&apos;s</source>
        <translation>Contrastar las pérdidas de cada punto con las de %1, que entrena una vez para ello; si no, con las de la referencia</translation>
    </message>
    <message>
        <source>Losses held against %1</source>
        <translation>Pérdidas contrastadas con %1</translation>
    </message>
    <message>
        <source>&amp;Losses</source>
        <translation>Pér&amp;didas</translation>
    </message>
    <message>
        <source>Measured on: %1. %2</source>
        <translation>Medido en: %1. %2</translation>
    </message>
    <message>
        <source>Measure the runs that the shown sweep still lacks</source>
        <translation>Medir las ejecuciones que aún faltan al barrido mostrado</translation>
    </message>
    <message>
        <source>Progress of the sweep</source>
        <translation>Progreso del barrido</translation>
    </message>
    <message>
        <source>, %1 examples</source>
        <translation>, %1 ejemplos</translation>
    </message>
    <message>
        <source>, and %1 to compare with</source>
        <translation>, y %1 para comparar</translation>
    </message>
    <message>
        <source>Expected speedup with %1 workers</source>
        <translation>Aceleración esperada con %1 trabajadores</translation>
    </message>
    <message>
        <source> × with %1</source>
        <translation> × con %1</translation>
    </message>
    <message>
        <source>C&amp;ancel</source>
        <translation>&amp;Cancelar</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>&amp;Medir</translation>
    </message>
    <message>
        <source>batch %1 (%2 each)</source>
        <translation>lote %1 (%2 cada uno)</translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>lote %1</translation>
    </message>
    <message>
        <source>%1, %2%3, as set up on the Train page</source>
        <translation>%1, %2%3, según la página Entrenar</translation>
    </message>
    <message>
        <source>%1 values × %2 repeats = %3 runs of %4</source>
        <translation>%1 valores × %2 repeticiones = %3 ejecuciones de %4</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>Every value of the axis is measured with each value of a second one</source>
        <translation>Cada valor del eje se mide con cada valor de un segundo</translation>
    </message>
    <message>
        <source>Secon&amp;d axis</source>
        <translation>Segun&amp;do eje</translation>
    </message>
    <message>
        <source>Its val&amp;ues</source>
        <translation>S&amp;us valores</translation>
    </message>
    <message>
        <source>%1 points × %2 repeats = %3 runs of %4</source>
        <translation>%1 puntos × %2 repeticiones = %3 ejecuciones de %4</translation>
    </message>
    <message>
        <source>Evaluate on the way, too, as often as the Train page&apos;s run does, for curves of accuracy and loss; else at the end of each run alone. Times are those of training: evaluations are not in them.</source>
        <translation>Evaluar también por el camino, tan a menudo como la ejecución de la página Entrenar, para curvas de exactitud y pérdida; si no, solo al final de cada ejecución. Los tiempos son de entrenamiento: las evaluaciones no cuentan.</translation>
    </message>
    <message>
        <source>Evaluated by epoch</source>
        <translation>Evaluadas por época</translation>
    </message>
    <message>
        <source>Cu&amp;rves</source>
        <translation>Cu&amp;rvas</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>por época</translation>
    </message>
</context>
<context>
    <name>mlplab::SweepTableModel</name>
    <message>
        <source>baseline</source>
        <translation>referencia</translation>
    </message>
    <message>
        <source>losses of %1</source>
        <translation>pérdidas de %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>hechas</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>notas</translation>
    </message>
</context>
<context>
    <name>mlplab::TeamDialog</name>
    <message>
        <source>Members of the team</source>
        <translation>Miembros del equipo</translation>
    </message>
    <message>
        <source>Each process computes its share of every batch; the gradients are added up in every step. The losses are those of one process, whatever the shares.</source>
        <translation>Cada proceso calcula su parte de cada lote; los gradientes se suman en cada paso. Las pérdidas son las de un solo proceso, sean cuales sean las partes.</translation>
    </message>
    <message>
        <source>Backend</source>
        <translation>Backend</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Hilos</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Procesos</translation>
    </message>
    <message>
        <source>Share of each</source>
        <translation>Parte de cada uno</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>&amp;Añadir</translation>
    </message>
    <message>
        <source>Adds a member like the last one</source>
        <translation>Añade un miembro como el último</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Quitar</translation>
    </message>
    <message>
        <source>Removes the chosen member, or the last one</source>
        <translation>Quita el miembro elegido, o el último</translation>
    </message>
    <message>
        <source>&amp;Shares</source>
        <translation>&amp;Partes</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>Iguales</translation>
    </message>
    <message>
        <source>The slowest member decides how long a step takes</source>
        <translation>El miembro más lento decide cuánto dura un paso</translation>
    </message>
    <message>
        <source>As in the table</source>
        <translation>Como en la tabla</translation>
    </message>
    <message>
        <source>3 beside 1: three quarters of every batch. 0 is no share</source>
        <translation>3 junto a 1: tres cuartos de cada lote. 0 es ninguna parte</translation>
    </message>
    <message>
        <source>Fitted to the members</source>
        <translation>Ajustadas a los miembros</translation>
    </message>
    <message>
        <source>Some steps of each member are timed before the first step; all are then done together</source>
        <translation>Antes del primer paso se cronometran algunos pasos de cada miembro; así todos terminan a la vez</translation>
    </message>
    <message>
        <source>&amp;Use this team</source>
        <translation>&amp;Usar este equipo</translation>
    </message>
    <message>
        <source>Backend of member %1</source>
        <translation>Backend del miembro %1</translation>
    </message>
    <message>
        <source>%1 of member %2</source>
        <translation>%1 del miembro %2</translation>
    </message>
    <message>
        <source>any</source>
        <translation>cualquiera</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Parte</translation>
    </message>
    <message>
        <source>A team has at least one member</source>
        <translation>Un equipo tiene al menos un miembro</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1 — %2</translation>
    </message>
    <message>
        <source>1 process in all</source>
        <translation>1 proceso en total</translation>
    </message>
    <message>
        <source>%1 processes in all</source>
        <translation>%1 procesos en total</translation>
    </message>
    <message>
        <source>C&amp;onnected by</source>
        <translation>C&amp;onectados por</translation>
    </message>
    <message>
        <source>&amp;No team</source>
        <translation>&amp;Sin equipo</translation>
    </message>
    <message>
        <source>One process computes the whole of every batch</source>
        <translation>Un proceso calcula cada lote entero</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Máquina</translation>
    </message>
    <message>
        <source>this one</source>
        <translation>esta</translation>
    </message>
    <message>
        <source>The machine that its processes are started on, as ssh names it; by MPI, without a hostfile</source>
        <translation>La máquina en la que se inician sus procesos, como la nombra ssh; con MPI, sin archivo de máquinas</translation>
    </message>
    <message>
        <source>Machine of member %1</source>
        <translation>Máquina del miembro %1</translation>
    </message>
    <message>
        <source>&amp;Add this team</source>
        <translation>&amp;Añadir este equipo</translation>
    </message>
</context>
<context>
    <name>mlplab::TermModel</name>
    <message>
        <source>unit %1</source>
        <translation>unidad %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>row, column</source>
        <translation>fila, columna</translation>
    </message>
    <message>
        <source>map: row, column</source>
        <translation>mapa: fila, columna</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
    <message>
        <source>Product</source>
        <translation>Producto</translation>
    </message>
</context>
<context>
    <name>mlplab::TileView</name>
    <message>
        <source>Maps of the layer</source>
        <translation>Mapas de la capa</translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation>nada que mostrar todavía</translation>
    </message>
    <message>
        <source>%1 of %2 × %3 numbers</source>
        <translation>%1 de %2 × %3 números</translation>
    </message>
    <message>
        <source>unit %1: %2</source>
        <translation>unidad %1: %2</translation>
    </message>
    <message>
        <source>%1, row %2, column %3: %4</source>
        <translation>%1, fila %2, columna %3: %4</translation>
    </message>
</context>
<context>
    <name>mlplab::TimelineCard</name>
    <message>
        <source>Timeline</source>
        <translation>Línea de tiempo</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Alejar (−)</translation>
    </message>
    <message>
        <source>Zoom in (+); the wheel zooms at the pointer, dragging moves</source>
        <translation>Acercar (+); la rueda acerca en el puntero, arrastrar desplaza</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>Show all steps (Home)</source>
        <translation>Mostrar todos los pasos (Inicio)</translation>
    </message>
    <message>
        <source>Menu of the timeline</source>
        <translation>Menú de la línea de tiempo</translation>
    </message>
    <message>
        <source>Save as Chrome &amp;trace…</source>
        <translation>Guardar como &amp;traza de Chrome…</translation>
    </message>
    <message>
        <source>Chrome trace, opens in Perfetto (*.json)</source>
        <translation>Traza de Chrome, se abre en Perfetto (*.json)</translation>
    </message>
    <message>
        <source>Show as ta&amp;ble</source>
        <translation>Mostrar como ta&amp;bla</translation>
    </message>
    <message>
        <source>Timeline as a table</source>
        <translation>Línea de tiempo como tabla</translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation>%1 a la vista</translation>
    </message>
    <message>
        <source>Save the timeline</source>
        <translation>Guardar la línea de tiempo</translation>
    </message>
</context>
<context>
    <name>mlplab::TimelineView</name>
    <message>
        <source>Timeline of single steps</source>
        <translation>Línea de tiempo de pasos sueltos</translation>
    </message>
    <message>
        <source>nothing recorded</source>
        <translation>nada registrado</translation>
    </message>
    <message>
        <source>%1 pieces of work on %2 tracks in %3 steps, %4</source>
        <translation>%1 tareas en %2 pistas en %3 pasos, %4</translation>
    </message>
    <message>
        <source>%1 (%2)
%3, step %4
%5, from %6</source>
        <translation>%1 (%2)
%3, paso %4
%5, desde %6</translation>
    </message>
    <message>
        <source>, %1 GB/s</source>
        <translation>, %1 GB/s</translation>
    </message>
    <message>
        <source>No steps are recorded for this point.</source>
        <translation>No hay pasos registrados para este punto.</translation>
    </message>
</context>
<context>
    <name>mlplab::TimesView</name>
    <message>
        <source>The size that the table shows</source>
        <translation>El tamaño que muestra la tabla</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>velocidad</translation>
    </message>
    <message>
        <source>Times of the kernel and its rungs</source>
        <translation>Tiempos del kernel y de sus peldaños</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
</context>
<context>
    <name>mlplab::TrainPage</name>
    <message>
        <source>&amp;Only this run</source>
        <translation>S&amp;olo esta ejecución</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenar</translation>
    </message>
    <message>
        <source>The guess for run %1: %2 %.</source>
        <translation>El pronóstico para la ejecución %1: %2 %.</translation>
    </message>
    <message>
        <source>Measured: %1 %.</source>
        <translation>Medido: %1 %.</translation>
    </message>
    <message>
        <source>After epoch %1 of %2: %3 %.</source>
        <translation>Tras la época %1 de %2: %3 %.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>newest first; median (quartiles)</source>
        <translation>primero la última; mediana (cuartiles)</translation>
    </message>
    <message>
        <source>What gives the runs their colours</source>
        <translation>Qué da a las ejecuciones su color</translation>
    </message>
    <message>
        <source>Menu of the table of runs</source>
        <translation>Menú de la tabla de ejecuciones</translation>
    </message>
    <message>
        <source>&amp;Copy as CSV</source>
        <translation>&amp;Copiar como CSV</translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation>&amp;Mostrar todas las ejecuciones</translation>
    </message>
    <message>
        <source>Table of runs</source>
        <translation>Tabla de ejecuciones</translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation>Ejecución %1: %2</translation>
    </message>
    <message>
        <source>colours by run</source>
        <translation>colores por ejecución</translation>
    </message>
    <message>
        <source>by backend</source>
        <translation>por backend</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>por %1</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>&amp;Ocultar</translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation>&amp;Mostrar</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>&amp;Soltar</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>&amp;Fijar</translation>
    </message>
    <message>
        <source>&amp;Use these settings</source>
        <translation>&amp;Usar estos ajustes</translation>
    </message>
    <message>
        <source>&amp;Resume from epoch %1</source>
        <translation>&amp;Reanudar desde la época %1</translation>
    </message>
    <message>
        <source>Open its &amp;folder</source>
        <translation>Abrir su car&amp;peta</translation>
    </message>
    <message>
        <source>Re&amp;move from the list</source>
        <translation>&amp;Quitar de la lista</translation>
    </message>
    <message>
        <source>Show the &amp;others again</source>
        <translation>Mostrar de nuevo las &amp;demás</translation>
    </message>
    <message>
        <source>What the curves stand over</source>
        <translation>Sobre qué se trazan las curvas</translation>
    </message>
    <message>
        <source>What the curves stand over; seconds are those of training, without evaluation and pauses</source>
        <translation>Sobre qué se trazan las curvas; los segundos son los de entrenamiento, sin evaluación ni pausas</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>por época</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>por paso</translation>
    </message>
    <message>
        <source>by second</source>
        <translation>por segundo</translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation>Co&amp;lumnas</translation>
    </message>
</context>
<context>
    <name>mlplab::VersionsView</name>
    <message>
        <source>Versions of this kernel</source>
        <translation>Versiones de este kernel</translation>
    </message>
    <message>
        <source>What changed from the version before</source>
        <translation>Lo que cambió desde la versión anterior</translation>
    </message>
    <message>
        <source>No version before this one is kept.</source>
        <translation>No se guarda ninguna versión anterior a esta.</translation>
    </message>
</context>
<context>
    <name>mlplab::WallView</name>
    <message>
        <source>Drawings of the class</source>
        <translation>Dibujos de la clase</translation>
    </message>
    <message>
        <source>Confusion matrix of the class&apos;s drawings</source>
        <translation>Matriz de confusión de los dibujos de la clase</translation>
    </message>
    <message>
        <source>Ask &amp;for</source>
        <translation>Pe&amp;dir</translation>
    </message>
    <message>
        <source>What the phones are asked to draw</source>
        <translation>Qué se pide a los teléfonos que dibujen</translation>
    </message>
    <message>
        <source>In turn: each phone is asked for one class after the other</source>
        <translation>Por turno: a cada teléfono se le pide una clase tras otra</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Bloquear</translation>
    </message>
    <message>
        <source>Take no more drawings until this is pressed again</source>
        <translation>No acepta más dibujos hasta que se pulse de nuevo</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ocultar</translation>
    </message>
    <message>
        <source>Hide the chosen drawings, or show them again (Delete): hidden ones count nowhere</source>
        <translation>Oculta los dibujos elegidos o los muestra de nuevo (Supr): los ocultos no cuentan en ningún sitio</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Vaciar</translation>
    </message>
    <message>
        <source>Take all drawings off the wall</source>
        <translation>Quita todos los dibujos del mural</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>oculto</translation>
    </message>
    <message>
        <source>Nothing was asked for; predicted: %1</source>
        <translation>No se pidió nada; predicho: %1</translation>
    </message>
    <message>
        <source>Asked for: %1; predicted: %2</source>
        <translation>Se pidió: %1; predicho: %2</translation>
    </message>
    <message>
        <source>each class in turn</source>
        <translation>cada clase por turno</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>lo que sea</translation>
    </message>
    <message>
        <source>%1 drawings; correct: %2 of %3 (%4)</source>
        <translation>%1 dibujos; correctos: %2 de %3 (%4)</translation>
    </message>
    <message>
        <source>%1 drawings</source>
        <translation>%1 dibujos</translation>
    </message>
    <message>
        <source>Folder to save the drawings in</source>
        <translation>Carpeta para guardar los dibujos</translation>
    </message>
    <message>
        <source>Save here</source>
        <translation>Guardar aquí</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Puts back the drawings that were cleared last</source>
        <translation>Devuelve los dibujos que se vaciaron al final</translation>
    </message>
    <message>
        <source>Save the drawings that were asked for as IDX files: a test set for any run, and a training set</source>
        <translation>Guardar los dibujos pedidos como archivos IDX: un conjunto de prueba para cualquier ejecución y uno de entrenamiento</translation>
    </message>
    <message>
        <source>Saved. A run with the data folder %1 is tested on these drawings, one with %2 is trained on them.</source>
        <translation>Guardado. Una ejecución con la carpeta de datos %1 se prueba con estos dibujos; una con %2 se entrena con ellos.</translation>
    </message>
    <message>
        <source>Saved. A run with the data folder %1 is tested on these drawings. A run can be trained on them once each digit was drawn.</source>
        <translation>Guardado. Una ejecución con la carpeta de datos %1 se prueba con estos dibujos. Se podrá entrenar con ellos cuando se haya dibujado cada dígito.</translation>
    </message>
</context>
<context>
    <name>mlplab::WindowView</name>
    <message>
        <source>The windows; the arrow keys go from one to the next</source>
        <translation>Las ventanas; las flechas pasan de una a la siguiente</translation>
    </message>
    <message>
        <source>Window %1 of %2: %3.</source>
        <translation>Ventana %1 de %2: %3.</translation>
    </message>
    <message>
        <source>Window %1 of %2: %3; %4.</source>
        <translation>Ventana %1 de %2: %3; %4.</translation>
    </message>
    <message>
        <source>all are %1</source>
        <translation>todos son %1</translation>
    </message>
    <message>
        <source>before, %1</source>
        <translation>antes, %1</translation>
    </message>
    <message>
        <source>after, %1</source>
        <translation>después, %1</translation>
    </message>
    <message>
        <source>black %1, white %2</source>
        <translation>negro %1, blanco %2</translation>
    </message>
</context>
<context>
    <name>mlplab::WindowsCard</name>
    <message>
        <source>%1, in grey, reduced from %2 × %3</source>
        <translation>%1, en gris, reducida de %2 × %3</translation>
    </message>
    <message>
        <source>%1, in grey</source>
        <translation>%1, en gris</translation>
    </message>
    <message>
        <source>there is no test image %1 of MNIST</source>
        <translation>no hay imagen de prueba %1 de MNIST</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>Ventanas</translation>
    </message>
    <message>
        <source>Menu of the windows</source>
        <translation>Menú de las ventanas</translation>
    </message>
    <message>
        <source>The numbers that the window slides over</source>
        <translation>Los números sobre los que se desliza la ventana</translation>
    </message>
    <message>
        <source>numbers 0 to 9</source>
        <translation>números 0 a 9</translation>
    </message>
    <message>
        <source>own numbers</source>
        <translation>números propios</translation>
    </message>
    <message>
        <source>MNIST image</source>
        <translation>imagen de MNIST</translation>
    </message>
    <message>
        <source>image file…</source>
        <translation>archivo de imagen…</translation>
    </message>
    <message>
        <source>The operation of each window</source>
        <translation>La operación de cada ventana</translation>
    </message>
    <message>
        <source>max pooling</source>
        <translation>max pooling</translation>
    </message>
    <message>
        <source>average pooling</source>
        <translation>pooling promedio</translation>
    </message>
    <message>
        <source>own filter</source>
        <translation>filtro propio</translation>
    </message>
    <message>
        <source>Number of the test image of MNIST</source>
        <translation>Número de la imagen de prueba de MNIST</translation>
    </message>
    <message>
        <source>Numbers…</source>
        <translation>Números…</translation>
    </message>
    <message>
        <source>Type or paste the numbers</source>
        <translation>Escribir o pegar los números</translation>
    </message>
    <message>
        <source>Weights…</source>
        <translation>Pesos…</translation>
    </message>
    <message>
        <source>Type or paste the weights of the filter</source>
        <translation>Escribir o pegar los pesos del filtro</translation>
    </message>
    <message>
        <source>Number of the window that is shown</source>
        <translation>Número de la ventana que se muestra</translation>
    </message>
    <message>
        <source>The window that is shown</source>
        <translation>La ventana que se muestra</translation>
    </message>
    <message>
        <source>How many windows there are</source>
        <translation>Cuántas ventanas hay</translation>
    </message>
    <message>
        <source>Open an image</source>
        <translation>Abrir una imagen</translation>
    </message>
    <message>
        <source>Images (%1)</source>
        <translation>Imágenes (%1)</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>leyendo…</translation>
    </message>
    <message>
        <source>one of MNIST&apos;s test images</source>
        <translation>una imagen de prueba de MNIST</translation>
    </message>
    <message>
        <source>Pause the window</source>
        <translation>Pausar la ventana</translation>
    </message>
    <message>
        <source>Let the window slide</source>
        <translation>Deslizar la ventana</translation>
    </message>
    <message>
        <source>Own numbers</source>
        <translation>Números propios</translation>
    </message>
    <message>
        <source>Up to %1 rows and columns. Numbers of a spreadsheet can be pasted.</source>
        <translation>Hasta %1 filas y columnas. Se pueden pegar números de una hoja de cálculo.</translation>
    </message>
    <message>
        <source>Weights of the own filter</source>
        <translation>Pesos del filtro propio</translation>
    </message>
    <message>
        <source>Each weight is multiplied by the number under it, and the products are added.</source>
        <translation>Cada peso se multiplica por el número que está debajo y se suman los productos.</translation>
    </message>
    <message>
        <source>Save the windows</source>
        <translation>Guardar las ventanas</translation>
    </message>
</context>
<context>
    <name>mlplab::WorkText</name>
    <message>
        <source>%1 is no text in UTF-8; save it as one</source>
        <translation>%1 no es un texto en UTF-8; guárdelo como tal</translation>
    </message>
</context>
<context>
    <name>mlplab::WorkshopPage</name>
    <message>
        <source>Workshop</source>
        <translation>Taller</translation>
    </message>
    <message>
        <source>READING</source>
        <translation>LECTURA</translation>
    </message>
    <message>
        <source>Not checked yet.</source>
        <translation>Aún no se ha comprobado.</translation>
    </message>
    <message>
        <source>Not right yet.</source>
        <translation>Aún no es correcto.</translation>
    </message>
    <message>
        <source>What is known of the kernel</source>
        <translation>Lo que se sabe del kernel</translation>
    </message>
    <message>
        <source>%1 has no folders of the workshop in it; choose the folder that the class&apos;s folders are in</source>
        <translation>%1 no contiene carpetas del taller; elija la carpeta en la que están las de la clase</translation>
    </message>
    <message>
        <source>Write a function of your own and see whether it is right, how fast it is, and train a network with it. It is compiled and run when you press Check, Time or Train with it, and never before.</source>
        <translation>Escriba una función propia y vea si es correcta y qué tan rápida es, y entrene una red con ella. Se compila y se ejecuta cuando pulsa Comprobar, Medir o Entrenar red, y nunca antes.</translation>
    </message>
    <message>
        <source>Being checked.</source>
        <translation>Comprobándose.</translation>
    </message>
    <message>
        <source>Right: no fault was found.</source>
        <translation>Correcto: no se encontró ninguna falla.</translation>
    </message>
    <message>
        <source>It was not compiled.</source>
        <translation>No se compiló.</translation>
    </message>
    <message>
        <source>It was stopped before its end.</source>
        <translation>Se detuvo antes del final.</translation>
    </message>
    <message>
        <source>The text has changed since it was checked.</source>
        <translation>El texto ha cambiado desde que se comprobó.</translation>
    </message>
    <message>
        <source>The kernel printed:</source>
        <translation>El kernel imprimió:</translation>
    </message>
    <message>
        <source>The check cannot see:</source>
        <translation>La comprobación no puede ver:</translation>
    </message>
    <message>
        <source>Timed before the last change:</source>
        <translation>Medido antes del último cambio:</translation>
    </message>
    <message>
        <source>What a GPU would pay for is counted on the host: no time is among it.</source>
        <translation>Lo que costaría en una GPU se cuenta en el host: entre ello no hay ningún tiempo.</translation>
    </message>
</context>
<context>
    <name>mlplab::WorkshopSession</name>
    <message>
        <source>Only a kernel that is right is timed.</source>
        <translation>Solo se cronometra un kernel correcto.</translation>
    </message>
    <message>
        <source>measuring the machine&apos;s peak</source>
        <translation>midiendo el máximo del equipo</translation>
    </message>
</context>
<context>
    <name>mlplab::WorkshopSetup</name>
    <message>
        <source>KERNEL</source>
        <translation>KERNEL</translation>
    </message>
    <message>
        <source>&amp;Check</source>
        <translation>&amp;Comprobar</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>Avance de la comprobación</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>&amp;Tarea</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Lenguaje</translation>
    </message>
    <message>
        <source>&amp;In folder</source>
        <translation>&amp;En carpeta</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Nuevo</translation>
    </message>
    <message>
        <source>Makes a folder with the signature, and a version that is right and slow</source>
        <translation>Crea una carpeta con la signatura y una versión correcta y lenta</translation>
    </message>
    <message>
        <source>&amp;Open folder…</source>
        <translation>&amp;Abrir carpeta…</translation>
    </message>
    <message>
        <source>Shows a kernel that is there; nothing of it is run</source>
        <translation>Muestra un kernel que ya está; no se ejecuta nada de él</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>aún ninguno</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>&amp;Recientes</translation>
    </message>
    <message>
        <source>another folder…</source>
        <translation>otra carpeta…</translation>
    </message>
    <message>
        <source>New kernels are made in</source>
        <translation>Los kernels nuevos se crean en</translation>
    </message>
    <message>
        <source>A folder of the workshop</source>
        <translation>Una carpeta del taller</translation>
    </message>
    <message>
        <source>Threads of a kernel that has several, and of what it is compared with</source>
        <translation>Hilos de un kernel que tiene varios, y de aquello con lo que se compara</translation>
    </message>
    <message>
        <source>T&amp;hreads</source>
        <translation>&amp;Hilos</translation>
    </message>
    <message>
        <source>Compiles the kernel, runs it confined and holds it against the program&apos;s own loops</source>
        <translation>Compila el kernel, lo ejecuta confinado y lo compara con los bucles propios del programa</translation>
    </message>
    <message>
        <source>T&amp;ime</source>
        <translation>M&amp;edir</translation>
    </message>
    <message>
        <source>Train &amp;with it</source>
        <translation>Entrenar re&amp;d</translation>
    </message>
    <message>
        <source>Check a class&apos;s &amp;folder…</source>
        <translation>Comprobar &amp;una clase…</translation>
    </message>
    <message>
        <source>Checks and times every kernel in the folders of a folder: who is right, and how fast</source>
        <translation>Comprueba y cronometra cada kernel en las carpetas de una carpeta: quién lo tiene correcto, y qué tan rápido</translation>
    </message>
    <message>
        <source>Every kernel in the folders of this folder is compiled and run</source>
        <translation>Se compila y se ejecuta cada kernel en las carpetas de esta carpeta</translation>
    </message>
    <message>
        <source>Times the kernel beside the plain version and all backends of the processors</source>
        <translation>Cronometra el kernel junto a la versión simple y todos los backends de los procesadores</translation>
    </message>
    <message>
        <source>Makes the kernel the backend of the next run, and shows the page Train</source>
        <translation>Hace del kernel el backend de la próxima ejecución, y muestra la página Entrenar</translation>
    </message>
</context>
<context>
    <name>mlplab::WrongMap</name>
    <message>
        <source>Map of where the output is wrong</source>
        <translation>Mapa de dónde es incorrecta la salida</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>incorrecto</translation>
    </message>
    <message>
        <source>right</source>
        <translation>correcto</translation>
    </message>
    <message>
        <source>the first wrong one</source>
        <translation>el primero incorrecto</translation>
    </message>
</context>
</TS>
