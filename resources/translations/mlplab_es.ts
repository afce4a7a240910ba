<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es">
<context>
    <name>mlplab::About</name>
    <message>
        <source>A laboratory of parallel neural-network training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Free software: GPL-3.0-or-later, without any warranty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linked with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MNIST is by Y. LeCun, C. Cortes and C. J. C. Burges, CC BY-SA 3.0.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ActivationGrid</name>
    <message>
        <source>Activations of the hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 units are on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unit %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::BackendList</name>
    <message>
        <source>%1 — %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GPU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>External programs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being checked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ChartCard</name>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back from the zoom (double click, or Home)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as P&amp;DF…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy p&amp;icture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as &amp;table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Logarithmic axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the chart &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save, copy, or show as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 as a table</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ChartData</name>
    <message>
        <source>%1, log scale</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ChartExport</name>
    <message>
        <source>cannot write %1: %2; choose another folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a picture is saved as png, svg or pdf, not as &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a chart is saved as %1, not as &apos;%2&apos;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ChartTableModel</name>
    <message>
        <source>Series</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ChartView</name>
    <message>
        <source> (at %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to hide it, or to show it again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ClassTableModel</name>
    <message>
        <source>never answered: there is nothing to be right in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pictures of this class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pictures of this class, and never answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the pictures answered so, how many are: right / answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of the pictures of the class, how many were found: right / pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The harmonic mean of both: 2 right / (pictures + answered)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recall</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Classroom</name>
    <message>
        <source>a page can be hidden, not locked: &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this window has no control &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this window has no page &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it needs the page &apos;%1&apos; and hides it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>it hides all pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the page %1 is measuring; stop it first, or wait for its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not opened: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>READING</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the comparison says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Implementations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same weights, same order of images; training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a comparison that was measured before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the table of implementations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick &amp;all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick &amp;none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table of implementations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times and losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic time axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick what is to be compared and press Compare all: each is trained with the same network, weights, order of images and seed, one after the other, in rounds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on another machine: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no number of workers is faster than %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: no number of workers is told apart from %2 by these runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: fastest with %2 workers, %3 times as fast as with %4%5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published: %1, measured on: %2. Compare shapes, not seconds.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guess: the fastest is %1 times as fast as the baseline.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: %1 times, by %2; the baseline is %3.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::CompareSetup</name>
    <message>
        <source>COMPARE SETUP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats of the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>So often each is trained, in rounds; the table has results after the first, and Stop keeps them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The table says how long each took to this test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What speeds compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected: so many times as fast as the baseline is the fastest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> ×</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Compare all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains every ticked implementation in turn; other programs train only when a button is pressed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>THREADS AND PROCESSES</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repe&amp;ats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Measure workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the sweeps over workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Times the ticked implementations that have several workers with 1, 2, 4… of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, batch %2, seed %3, as set up on the Train page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · round %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 to its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number of workers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ComparisonCharts</name>
    <message>
        <source>MLP Lab · %1, batch %2, lr %3, seed %4, %5 epochs; training time without evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; median of up to %1 runs, bars: 95 % interval</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · published: %1, measured on: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of ideal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>against one worker of the same kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, past the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP Lab · %1, batch %2, median of %3 repeats, bars: 95 % interval · %4, %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ideal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>implementation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2), to %3 epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>curves: training, markers: test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, test</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ComparisonTableModel</name>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of one run: there is no interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median of %1 runs, in brackets its 95 % interval.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Speed: %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whether the losses of all epochs agree with the sequential ones</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>implementation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>technology</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time  s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acc.  %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to %1 %  s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>published  s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ConfusionView</name>
    <message>
        <source>answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing counted yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 classes; arrow keys choose a cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true class %1, answered right: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>true class %1, answer %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::DrawPage</name>
    <message>
        <source>Draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a digit, 0 to 9</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a picture of a digit, PNG, JPEG or PGM; it can be dropped on the window, too</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo the last stroke (Ctrl+Z on the sheet)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear the sheet (Delete on the sheet)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the pen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drawing scaled into 20 × 20 of 28 × 28 pixels (other sizes in the same proportion) and centred by its mass, as the images of MNIST were made</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One cell a unit: the stronger the colour, the more active the unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The network&apos;s answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what did you draw? Labelled drawings become a test set</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, grey in %2 channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, epoch %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No trained network yet: press Run.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network takes %1 inputs, and nobody knows how they are a picture: it cannot read drawings. Train one on MNIST.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network is large: its answer takes a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a digit: the answer follows the pen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this network has none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sheet is empty: draw a digit first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as %1; the network said %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept as %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 labelled drawings from last time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The drawings of before are now in %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved. A run with the data folder %1 is tested on these drawings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opened %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder to save the drawings in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder with saved drawings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is on the sheet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 files were dropped, and the sheet takes one picture: the first, %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds no PNG, JPEG or PGM picture for the sheet; a folder of data is dropped on the page Train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds %2 pictures, and the sheet takes one: the first, %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.pgm)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Another window keeps its drawings: save these before closing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds no pictures of 28×28 pixels; choose another folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is blank: no ink stands out from its paper; draw darker or crop the picture</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::DrawingCanvas</name>
    <message>
        <source>Drawing sheet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a digit with mouse, pen or finger. With the keyboard: arrows move the pen, Space puts it down or lifts it, a digit key labels the drawing, Delete clears, Ctrl+Z undoes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a digit here,
or drop a picture of one</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ExportDialog</name>
    <message>
        <source>Save the chart &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SVG drawing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> mm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> dpi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sharp at any size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all points, full precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::GuessField</name>
    <message>
        <source>&amp;Guess first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write down what you expect before you measure it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::GuessFile</name>
    <message>
        <source>&apos;%1&apos; is no number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is no guess: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::InspectFiles</name>
    <message>
        <source>no pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 of %L2 right, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confusion matrix: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 pictures; the two axes hold %2 and %3 of the variance; rings: wrong answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map of the last hidden layer: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::InspectPage</name>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answers f&amp;or</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after &amp;epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much room the weights of every epoch of a run may take</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which class is taken for which</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision, recall and F1 of each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pictures look alike to the last hidden layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the first layer looks for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of this view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save or copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;SVG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as P&amp;DF…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy &amp;numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures of each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights of the first layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which pictures are listed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mistakes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this cell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nearest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Only of this class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to the picture with this number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look inside ›</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look at this picture on the page Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep the best and the last epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keep epochs, at most %1 MB a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one epoch takes %1: more than this room</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 epochs are kept, %3 each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 an epoch, %2 for this run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no map yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network has no hidden layer: there is nothing to map.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No run yet: press Run, or open one with the File menu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 The answers come by themselves after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing of this run was kept: it ended before its first epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run is about to begin.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answering: %L1 of %L2 pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the pictures and the weights…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (the run itself counted %L1: its sums were rounded otherwise)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no mistakes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 mistake</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 mistakes, the worst first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 answered %2: %L3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nearest to picture %L1 in the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No mistakes here: every answer is right.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No pictures here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, answered right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, answered %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each layer&apos;s numbers for this picture, on the page Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page Layers shows test pictures of the newest run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows: what the pictures are. Columns: what the network says. A click, or the arrow keys, list a cell&apos;s pictures.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision: right of those answered so. Recall: right of those that are. F1: the harmonic mean of both. A dash is 0 of 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first %L1 pictures where the last hidden layer puts them: the plane of its largest variance, %2 and %3 of all. Rings: answered wrongly. A click shows the nearest in the whole layer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the first layer multiplies the picture with. A click enlarges one, Escape shows all; the page Layers has the other layers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1, epoch %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save what is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MB</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Inspector</name>
    <message>
        <source>test pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the pictures in %1 are not those that the run was trained with any more; put those back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 holds the weights after epoch %2, not those after epoch %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::LabelBar</name>
    <message>
        <source>Label the drawing as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label the drawing as %1 and keep it (key %1 while the sheet has the focus)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Labelled drawings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the last labelled drawing out of the collection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open drawings that were saved earlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the labelled drawings as IDX files, a test set for any run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no labelled drawings yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 labelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 labelled, %2 answered right (%3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys 0 to 9 label the drawing, too, while the sheet has the focus.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::LayerForm</name>
    <message>
        <source>Units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stride</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no layer &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the layer before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The layers whose outputs it takes, by name or number, or &apos;picture&apos;; a sum takes two, as in conv2, conv1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number, or height × width as in 3 × 2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::LayerText</name>
    <message>
        <source>stride %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>padding %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>convolution</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>max pooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>average pooling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>global average</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch normalisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>flatten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no bias</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>std %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sigmoid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tanh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GFLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 MFLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kFLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 FLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of the step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2 of peak</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::LayersPage</name>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All maps of the layer (Escape)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Maps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the layer gives for this picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weights, as pictures of what they look for</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>my drawing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number of the test image</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the chosen number came about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Products of the sum, the largest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a %1 of the test images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train a network first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>draw one on the page Draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this network takes no pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1; answer %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no trained network yet: press Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 maps of %2 × %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>map %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, the first %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kernels × %2 inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel %1, input %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a number in the maps: here stands what it was summed from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kernels are weights; a number of the maps shows what they were multiplied with.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unit %L1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>map %1, row %2, column %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 product, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 products add up to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; with the bias %1 that is %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; %1 makes %2 of it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> The %1 largest:</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Lesson</name>
    <message>
        <source>the learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the number of workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start %1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let %1 runs end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let a run come to its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let a run reach %1 % test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run with %1 different values of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw %1 digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw a digit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write down a guess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write down a guess on the page %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for a learning rate, to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure on the page Scale, to the end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the page %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a profile, measured or published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Let a comparison come to its end</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 so far)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::LessonDialog</name>
    <message>
        <source>Save as lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What it is about</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Steps, with an empty line between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Control</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>locked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the class does not &amp;see, or cannot change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings are saved as they are now. &apos;Do this&apos; checks are written into the file by hand.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::LessonPanel</name>
    <message>
        <source>Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the lesson says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the lesson: all is as it was before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The step before (Alt+Left)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The next step (Alt+Right)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finish</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To do: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::MainWindow</name>
    <message>
        <source>MLP Lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other machines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run starts programs on %1, as its hostfile says. Start them?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lab report is in %1: HTML, PDF and Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is going on and would disturb the times: stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The %1 page is measuring: stop it first, or wait for its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The page %1 is not in this lesson; leave the lesson to see it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A program of its own cannot be paused or stepped; it can be stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1 files in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open a lesson…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lessons (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save as lesson…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Back a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Leave the lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The lesson is over; the settings are those from before it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1. Left out, because a lesson must not have it: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step a &amp;batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step an &amp;epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;wind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Backspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the initial weights, bit for bit (Ctrl+Backspace)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a &amp;run&apos;s folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save settings as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the &amp;model as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Export all charts…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Lab report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo setting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Projector mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next chart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light or dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl+F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About MLP Lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open re&amp;cent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot use %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run settings (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a run&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is not a run&apos;s folder: it has no spec.json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder for all charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder for the lab report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to report on yet: train, or choose something on the page Runs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the lab report…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About MLP Lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another window of MLP Lab is open and keeps the list of runs, the form and the drawings: those of this window are not kept. The runs themselves are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of runs and the form of last time could not be read; the file is now %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list of runs and the form of last time could not be read, and are not kept this time: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1 was cut off after epoch %2 of %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the backend %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Manual</name>
    <message>
        <source>Manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the page is for</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::MapView</name>
    <message>
        <source>Map of the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 pictures; arrow keys go from one to the next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>picture %L1 of class %2 is chosen</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ModelChoice</name>
    <message>
        <source>Which network answers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After which epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the newest weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1, the best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models (*.safetensors)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::NetworkDrawing</name>
    <message>
        <source>Drawing of the network</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::NetworkEditor</name>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a hidden layer before the output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit layers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See the network drawn, and edit it layer by layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> units</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Units of hidden layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove hidden layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>two layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>deep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wide</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::NetworkPage</name>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the drawing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the drawing as &amp;%1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the drawing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NETWORK</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start from a network that comes with the program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start from…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A network from a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This network as a file, for here and for mlplab-cli --network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LAYER</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before the layer above it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do&amp;wn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Behind the layer below it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take this layer out (Delete in the drawing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ADD BEHIND IT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of the layer to add</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;dd</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add a layer of this kind behind the chosen one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>does not fit yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers · %2 parameters · %3 a picture, forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 with %2 (%3) at batch %4: a step takes %5, %6 of it no layer&apos;s (batch, loss, update, waiting).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> Peak: %1 GFLOP/s, measured right after.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture: its size is that of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (changed)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::NotebookModel</name>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy / %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time / s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>going on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned: stands first. Click to let it go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Click to keep it first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of all its runs, evaluation included</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>training only, without evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on the test images, after the last epoch that was evaluated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lr %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::NotebookPage</name>
    <message>
        <source>One is in the trash; Undo puts it back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 are in the trash; Undo puts them back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder for the copies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something is being copied or deleted still: wait for its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 copies and the table in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%L2 were copied.)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Co&amp;lumns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save as CSV…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;all that are listed…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Read the folders again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete what is in the trash for good (%L1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit its &amp;tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Edit its &amp;notes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search: name, setting, tag, note</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All of these words, as &apos;openmp batch 64 lesson&apos; (Ctrl+F; Esc clears it)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which kind is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sweeps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>comparisons</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings, figures and curves of the chosen runs side by side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On the page that it was made on (Return)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same settings, the same seed: the same run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies of the chosen ones, in a folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Report</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A lab report of the chosen ones: HTML, PDF and Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Into the trash: it can be undone (Del)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Puts back what was deleted last</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the table of what was kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What was kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 What is new is read after it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %L1 chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading the folders…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is kept yet: press Run on the page Train.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::NumberBox</name>
    <message>
        <source>&apos;%1&apos; is not a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at least</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at most</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::PartLook</name>
    <message>
        <source>host-to-device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device-to-host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unrecorded</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::PictureList</name>
    <message>
        <source>Pictures</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::PictureListModel</name>
    <message>
        <source>picture %L1: %2, answered right with %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>picture %L1: %2, answered %3 with %4; %2 has %5</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::PictureText</name>
    <message>
        <source>input, %1 numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>picture, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters · %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::PictureView</name>
    <message>
        <source>The picture that the network sees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows %1 to %2 and columns %3 to %4 are marked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no picture yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::PixelGrid</name>
    <message>
        <source>What the network sees</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 by %2 pixels, %3 of them with ink</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row %1, column %2: %3 of 255</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ProbabilityBars</name>
    <message>
        <source>Probability of each class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ProfileCharts</name>
    <message>
        <source> · published: %1, measured on: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share of a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 by part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · published: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>back to the inputs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to the weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operations a byte, at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP/byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ProfilePage</name>
    <message>
        <source>Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ADVICE</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the profile says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shares of a step instead of times</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placements</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare the data placements at the chosen batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The point that the ring and the timeline show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split the parts by operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open a study…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save this study as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The operations of the chosen point under what this machine can do at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No roofline: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. Not measured on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured in a run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>measured on %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guess: %1 % of a step in kernels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured at batch %1: %2 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first run is going on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is measured yet. Press Profile: each batch size is trained for a short time, and some of its steps are taken apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be measured: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published: %1. Measured on: %2; compare shares, not times.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a profile study</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profile studies (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the profile study</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ProfileSetup</name>
    <message>
        <source>&apos;%1&apos; is not a batch size: write whole numbers from 1, as in 16, 64, 512</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>name at least one batch size, as in 16, 64, 512</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PROFILE SETUP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batc&amp;hes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiled steps of each epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs of each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs of each run; the last one is taken apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected share of a step that is spent in kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> % kernels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The study that is shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sho&amp;wn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this study as a file, or open one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, seed %2, as set up on the Train page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose a backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose at least one placement of the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no published profile &apos;%1&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>being measured</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · ETA %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Program</name>
    <message>
        <source>A laboratory of parallel neural-network training.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train, save every page as a picture in DIR, and exit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With --tour: train on all images, which takes minutes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start with the run that this file describes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the run kept in this folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>With --open: save its charts as files in DIR, and exit.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>system, light or dark.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the window, as &apos;es&apos;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the window, as 1280x800.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open the lesson in this file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 See --help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unexpected argument &apos;%1&apos;; see --help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--%1 is empty (is a variable not set?)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--export needs the run whose charts it saves: name it with --open RUN_DIR</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown theme &apos;%1&apos;; the themes are system, light and dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--size wants a width and a height from 640x480 on, as in 1280x800, not &apos;%1&apos;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not describe a run: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no display; train in the terminal with mlplab-cli, or set DISPLAY</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RaceCard</name>
    <message>
        <source>Race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy p&amp;icture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moment of the race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in 10 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in 30 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in real time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How fast the race is replayed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>replayed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all on one clock of training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · all on one clock of training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run is going on: the race follows it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay the race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RaceView</name>
    <message>
        <source>Race of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: place %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 of %3 epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare some implementations: their runs race here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1. · %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Race</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after %1 of training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all on one clock of training time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RateDialog</name>
    <message>
        <source>%1 · %2 · batch %3 · %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss over the learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find a learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One step at each of 100 rates, from very low to too high, on the settings as they are. Nothing of it is kept; the weights of your runs stay as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the search says</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use this rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The settings have changed since: search again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading the data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate %1 of %2: %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use this rate: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ReportPdf</name>
    <message>
        <source>Table %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every digit: %1.csv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ReportWriter</name>
    <message>
        <source>A report is being written still: wait for its end.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Run</name>
    <message>
        <source>Its processes normalise each by its own part of a batch (batch-norm=local): its losses are not those of one process, and need not be.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RunCharts</name>
    <message>
        <source> (diverged)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · curves: mean of the last 0.1 epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of the last %1 epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>outside the axis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cross-entropy by epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean squared error by epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of images by epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>M images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of the epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, batch %3, lr %4, seed %5, %6</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RunComparison</name>
    <message>
        <source>Compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the table as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close the comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compared runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single runs, against the first; what differs from it is marked</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RunComparisonModel</name>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy / %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ / points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time / s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time, ×first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RunDifference</name>
    <message>
        <source>all workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pictures as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pictures of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lr %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>schedule %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>momentum %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decay %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adam&apos;s constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>β %1, %2, ε %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all test images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 test images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size of the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>augmentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not augmented</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>until %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>profiled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>options</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>variant %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::RunTableModel</name>
    <message>
        <source>failed: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median of the epochs (and its quartiles: half of them lie between), N = %1; evaluation is not in it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>after the last epoch; the best one was epoch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Are the training losses of all epochs those of the reference run, within %1 % in the first and %2 % at most? Same data, network, optimizer, batch and seed; the reference is the backend that comes first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pinned: stays in the charts when further runs start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin to the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide from the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show in the charts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What differs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch / s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Total / s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test / %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch / J</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same start</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::ScalePage</name>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>READING</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the measurements say</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run was started while the sweep is measuring: the times of both are disturbed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median (95 % interval)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The value that speedups compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept sweeps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show a sweep that was measured before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table of the sweep&apos;s points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is measured yet. Choose an axis and press Measure; with &apos;Guess first&apos; the class writes down what it expects.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guess: %1× with %2 workers, as if %3 % of an epoch were serial.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: %1×.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Published: %1. Measured on: %2; compare shapes, not seconds.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::SetupPanel</name>
    <message>
        <source>change of settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RUN SETUP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Processes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This backend has one worker here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there cannot be fewer than no images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the seed is a whole number from 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A folder with IDX files, or one sub-folder a class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the batch is larger than the %L1 training images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TFLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GFLOP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters
%2 images · %3 %4 an epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many training images to use: the first so many, or all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ReLU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tanh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SGD</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adam</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search for a learning rate: the loss over rates from very low to too high</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;chedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batc&amp;h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See&amp;d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected test accuracy of the next run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> % right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss function, target accuracy, validation split, augmentation, normalisation, evaluation, more options of the backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Advanced settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Squared error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;oss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run ends when the test accuracy reaches this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This much of the training images is kept back and evaluated apart</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training images as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For drawn digits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For photographs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training images are changed at random, anew in each epoch: shift=1 (pixels), rotate=15 (degrees), scale=0.15, flip=0.5 (probability), crop=4 (pixels), with commas between them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Au&amp;gment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels from 0 to 1, as they are</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From -1 to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MNIST&apos;s own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(pixel - mean) / std, as the network&apos;s first layer, so that a kept model knows it; of each channel as mean=0.5:0.4:0.4,std=0.2:0.2:0.3. It makes a network of layers out of widths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normali&amp;ze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs between evaluations on the test images; the last epoch is always evaluated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Eval&amp;uate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MNIST</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes (generated)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as it is</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::SpanTableModel</name>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>track</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>duration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>moved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::StatusStrip</name>
    <message>
        <source>Progress of the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready: press Run (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>epoch %1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading pictures: %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading data…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETA –</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reading the curves of the last runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 thread</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 images/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::SweepCharts</name>
    <message>
        <source>workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>side of the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP Lab · %1, %2, batch %3, seed %4 · median of %5 repeats, bars: 95 % interval · %6, %7</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · published: %1, measured on: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>oversubscribed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other losses, or not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Amdahl (Gunther fits too), %1 % serial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Amdahl, %1 % serial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gunther, %1 % serial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gustafson, %1 % serial</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>E-cores from worker %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared cores from worker %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pictures of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>against %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relative speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speedup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>relative speed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>our guess</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ideal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of ideal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>efficiency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Karp–Flatt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>serial fraction, %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Karp–Flatt fraction</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time per epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thousand images a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thousand images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>% of the test examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>test accuracy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::SweepQueue</name>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sweep %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · %1 workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> · ETA %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::SweepSetup</name>
    <message>
        <source>SWEEP SETUP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>size of the pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A&amp;xis</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>strong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strong: the same epoch on more workers. Weak: the batch grows with the workers, and one step is timed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;caling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repea&amp;ts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warm-up epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs at the start of every run that are trained but not timed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timed epochs of each run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hold the losses of every point against those of %1, which trains once for it; else against the baseline&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Losses held against %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Losses</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured on: %1. %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Published</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measure the runs that the shown sweep still lacks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, batch %2%3, as set up on the Train page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>choose a backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 values × %2 repeats = %3 runs of %4 epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, and %1 to compare with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expected speedup with %1 workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> × with %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>C&amp;ancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 runs done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::SweepTableModel</name>
    <message>
        <source>baseline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>past cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other losses than %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>losses not compared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>losses of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 outlier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 outliers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pictures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time  %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>speedup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>eff.  %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K–F  %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k images/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>acc.  %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>notes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::TermModel</name>
    <message>
        <source>unit %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>row, column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>map: row, column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Input</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Product</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::TileView</name>
    <message>
        <source>Maps of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing to show yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 × %3 numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unit %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, row %2, column %3: %4</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::TimelineCard</name>
    <message>
        <source>Timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zoom in (+); the wheel zooms at the pointer, dragging moves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all steps (Home)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the timeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as Chrome &amp;trace…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chrome trace, opens in Perfetto (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save as &amp;PNG…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy p&amp;icture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as ta&amp;ble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Timeline as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the timeline</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::TimelineView</name>
    <message>
        <source>Timeline of single steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 pieces of work on %2 tracks in %3 steps, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2)
%3, step %4
%5, from %6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, %1 GB/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No steps are recorded for this point.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::Tour</name>
    <message>
        <source>cannot make the folder %1; name one that you may write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cannot write %1; name another folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>mlplab::TrainPage</name>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The guess for run %1: %2 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Measured: %1 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>After epoch %1 of %2: %3 %.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>newest first; median (quartiles)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What gives the runs their colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Menu of the table of runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy as CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Show all runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table of runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>colours by run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by backend</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume from epoch %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open its &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move from the list</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
