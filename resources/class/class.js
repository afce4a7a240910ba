// The page of the class on a phone: joins, guesses, draws, follows the run. All texts from elsewhere (names of classes,
// what is measured) become text nodes, never markup. Another language is one more entry of `words`.
'use strict';

const words = {
  en: {
    code_title: 'Which class?', code_label: 'Code (it stands beside the QR code)', code_button: 'Go on',
    no_class: 'No class has this code.', join_title: 'Join the class', name_label: 'Name (if you like)',
    name_note: 'The teacher sees it beside your guesses and drawings. It is not kept unless the teacher keeps it.',
    join_button: 'Join', guess_title: 'Your guess', guess_label: 'Your guess', guess_button: 'Send my guess',
    accuracy_question: 'Which test accuracy will the run reach?', percent: '%',
    speedup_question: 'What speedup will {workers} workers reach?', times: '×',
    kernel_share_question: 'Which share of a step is spent in kernels?',
    factor_question: 'How many times as fast as the baseline will the fastest be?',
    range: 'from {low} to {high}', no_number: 'Write a number {range}.',
    guessed: 'Your guess is in: {value}. You can change it until the round is closed.',
    round_closed: 'The round is closed. Watch the measurement.', guess_late: 'The round was closed before your guess arrived.',
    draw_title: 'Draw', draw_this: 'Draw: {label}', draw_any: 'Draw anything you like.',
    draw_keys: 'By keyboard: the arrow keys move the pen, Space puts it down and lifts it, Delete clears.',
    sheet: 'Sheet to draw on', clear: 'Clear', send: 'Send', drawing_locked: 'The wall of drawings is locked for now.',
    pen_down: 'Pen down', pen_up: 'Pen up', empty_sheet: 'Draw something first.', sending: 'Sending…',
    predicted: 'The network says {label} ({share}).', right: 'Correct!', wrong: 'You were asked for {label}.',
    no_network: 'Your drawing is on the wall. No network is trained yet.', watch_title: 'The run',
    no_run: 'No run yet.', run_now: '{network}: epoch {epoch} of {epochs}, test accuracy {accuracy}, loss {loss}',
    run_starts: '{network}: the run begins.', loss: 'Training loss', accuracy: 'Test accuracy', connected: 'connected',
    reconnecting: 'connecting again…', ended: 'The class has ended.',
    slow_down: 'Too fast: try again in a moment.', full: 'The wall is full.', full_class: 'The class is full.',
    too_large: 'This drawing is too large: clear it and draw fewer strokes.',
    failed: 'It did not arrive: is this phone in the network of the class? Try again.',
  },
  es: {
    code_title: '¿Qué clase?', code_label: 'Código (está junto al código QR)', code_button: 'Seguir',
    no_class: 'Ninguna clase tiene este código.', join_title: 'Entrar en la clase', name_label: 'Nombre (si quieres)',
    name_note: 'El profesor lo ve junto a tus pronósticos y dibujos. No se guarda si el profesor no lo guarda.',
    join_button: 'Entrar', guess_title: 'Tu pronóstico', guess_label: 'Tu pronóstico', guess_button: 'Enviar mi pronóstico',
    accuracy_question: '¿Qué exactitud de prueba alcanzará la ejecución?', percent: '%',
    speedup_question: '¿Qué aceleración alcanzarán {workers} trabajadores?', times: '×',
    kernel_share_question: '¿Qué parte de un paso transcurre en kernels?',
    factor_question: '¿Cuántas veces tan rápida como la referencia será la más rápida?',
    range: 'de {low} a {high}', no_number: 'Escribe un número {range}.',
    guessed: 'Tu pronóstico ha llegado: {value}. Puedes cambiarlo hasta que se cierre la ronda.',
    round_closed: 'La ronda está cerrada. Mira la medición.', guess_late: 'La ronda se cerró antes de que llegara tu pronóstico.',
    draw_title: 'Dibujar', draw_this: 'Dibuja: {label}', draw_any: 'Dibuja lo que quieras.',
    draw_keys: 'Con el teclado: las flechas mueven el lápiz, Espacio lo baja y lo levanta, Supr borra.',
    sheet: 'Hoja para dibujar', clear: 'Borrar', send: 'Enviar', drawing_locked: 'El mural de dibujos está bloqueado por ahora.',
    pen_down: 'Lápiz abajo', pen_up: 'Lápiz arriba', empty_sheet: 'Dibuja algo primero.', sending: 'Enviando…',
    predicted: 'La red dice {label} ({share}).', right: '¡Correcto!', wrong: 'Se te pidió {label}.',
    no_network: 'Tu dibujo está en el mural. Aún no hay ninguna red entrenada.', watch_title: 'La ejecución',
    no_run: 'Aún no hay ninguna ejecución.', run_now: '{network}: época {epoch} de {epochs}, exactitud de prueba {accuracy}, pérdida {loss}',
    run_starts: '{network}: la ejecución empieza.', loss: 'Pérdida de entrenamiento', accuracy: 'Exactitud de prueba', connected: 'conectado',
    reconnecting: 'conectando de nuevo…', ended: 'La clase ha terminado.',
    slow_down: 'Demasiado rápido: inténtalo de nuevo en un momento.', full: 'El mural está lleno.', full_class: 'La clase está llena.',
    too_large: 'Este dibujo es demasiado grande: bórralo y usa menos trazos.',
    failed: 'No ha llegado: ¿está este teléfono en la red de la clase? Inténtalo de nuevo.',
  },
};
const language = (navigator.languages || [navigator.language]).map((l) => l.slice(0, 2)).find((l) => words[l]) || 'en';
const $ = (id) => document.getElementById(id);

function say(key, values = {}) {
  return words[language][key].replace(/\{(\w+)\}/g, (all, name) => String(values[name]));
}
function number(value, digits) {
  return value.toLocaleString(language, {maximumFractionDigits: digits});
}
function share(value) {
  // As in the window: rounding says neither 0 % nor 100 % of what merely comes near.
  if (value > 0.9995 && value < 1) return '>\u00a0' + number(99.9, 1) + '\u00a0%';
  if (value > 0 && value < 0.0005) return '<\u00a0' + number(0.1, 1) + '\u00a0%';
  return (100 * value).toLocaleString(language, {minimumFractionDigits: 1, maximumFractionDigits: 1}) + '\u00a0%';
}
function show(id, on) { $(id).hidden = !on; }
function text(id, value) { if ($(id).textContent !== value) $(id).textContent = value; }

const code = location.pathname.split('/')[1] || '';
const base = '/' + code + '/';
const kept = 'mlplab-class-' + code;
let me = null;      // {token, seat, drawn}
let state = null;   // as the server sends it
let stream = null;

// Requests. A reply of 'too fast' or 'busy' is waited for, twice: nothing that was sent is lost by it.
async function post(what, body) {
  for (let attempt = 0; ; ++attempt) {
    const reply = await fetch(base + what, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
    if ((reply.status === 429 || (reply.status === 503 && what === 'draw')) && attempt < 2) {
      await new Promise((wake) => setTimeout(wake, 1200 + 800 * Math.random()));
      continue;
    }
    const json = await reply.json().catch(() => ({}));
    if (reply.status === 403 && json.error === 'person') leave();
    return {status: reply.status, json};
  }
}
function reason(reply) {
  const sentences = {fast: 'slow_down', locked: 'drawing_locked', full: 'full', full_class: 'full_class', closed: 'guess_late', drawing: 'too_large'};
  return say(sentences[reply.json.error] || 'failed');
}

// Joining.
function ask_code(message) {
  for (const id of ['join_card', 'guess_card', 'draw_card', 'watch_card']) show(id, false);
  show('code_card', true);
  text('code_message', message || '');
}
function leave() {
  if (stream) stream.close();
  stream = null;
  me = null;
  sessionStorage.removeItem(kept);
  begin();
}
async function begin() {
  if (!code) return ask_code();
  let reply;
  try {
    reply = await fetch(base + 'state');
  } catch {
    text('link', say('failed'));
    return void setTimeout(begin, 3000);
  }
  if (reply.status === 403) return ask_code(say('no_class'));
  if (!reply.ok) return void setTimeout(begin, 3000);
  state = await reply.json();
  me = JSON.parse(sessionStorage.getItem(kept) || 'null');
  if (me) return enter();
  show('join_card', true);
  for (const id of ['guess_card', 'draw_card', 'watch_card']) show(id, false);
}
async function join(event) {
  event.preventDefault();
  try {
    const reply = await post('join', {name: $('name').value});
    if (reply.status !== 200) return text('join_message', reason(reply));
    me = reply.json;
    sessionStorage.setItem(kept, JSON.stringify(me));
    enter();
  } catch {
    text('join_message', say('failed'));
  }
}
function enter() {
  show('join_card', false);
  for (const id of ['draw_card', 'watch_card']) show(id, true);
  render();
  stream = new EventSource(base + 'events?token=' + encodeURIComponent(me.token));
  stream.onopen = () => text('link', say('connected'));
  stream.onmessage = (event) => { state = JSON.parse(event.data); render(); };
  stream.onerror = () => {
    text('link', say('reconnecting'));
    if (stream.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(async () => {
      const reply = await fetch(base + 'state').catch(() => null);
      if (reply && reply.status === 403) return text('link', say('ended'));
      // The class goes on and this phone is unknown to it, or it cannot be reached just now.
      if (reply && reply.ok) leave(); else enter();
    }, 2500);
  };
}

// Guessing.
let guess_round = 0, guessed = null;
function number_range(round) { return say('range', {low: number(round.low, 3), high: number(round.high, 3)}); }
function render_guess() {
  const round = state.round;
  show('guess_card', round !== null);
  if (round === null) return;
  if (round.id !== guess_round) {
    guess_round = round.id;
    guessed = null;
    $('guess').value = '';
  }
  const percent = round.kind === 'accuracy' || round.kind === 'kernel_share';
  text('question', say(round.kind + '_question', {workers: round.workers}));
  text('about', round.about);
  text('unit', say(percent ? 'percent' : 'times'));
  text('range', number_range(round));
  show('guess_row', !round.closed);
  if (round.closed) text('guess_message', say('round_closed'));
  else if (guessed === null) text('guess_message', '');
}
async function send_guess(event) {
  event.preventDefault();
  const round = state.round, typed = $('guess').value.trim().replace(',', '.');
  const value = /^[+]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : NaN;
  if (!(value >= round.low && value <= round.high)) return text('guess_message', say('no_number', {range: number_range(round)}));
  try {
    const reply = await post('guess', {token: me.token, round: round.id, value});
    if (reply.status !== 200) return text('guess_message', reason(reply));
    guessed = value;
    text('guess_message', say('guessed', {value: number(value, round.decimals) + ' ' + $('unit').textContent}));
  } catch {
    text('guess_message', say('failed'));
  }
}

// Drawing, in the coordinates of a sheet of 280 × 280.
const side = 280, pen = {x: side / 2, y: side / 2, down: false};
let strokes = [], current = null, asked_now = null, result_shown = false;
function wanted() {
  if (state.asked === -1) return null;
  return state.asked >= 0 ? state.asked : (me.seat + me.drawn) % state.classes.length;
}
function render_draw() {
  if (strokes.length === 0 || result_shown) asked_now = wanted();  // what is begun stays what was asked for
  text('asked', state.locked ? say('drawing_locked') : asked_now === null ? say('draw_any') : say('draw_this', {label: state.classes[asked_now]}));
  $('send').disabled = state.locked;
}
function paint() {
  const c = $('sheet').getContext('2d');
  c.clearRect(0, 0, side, side);
  c.lineWidth = 20;
  c.lineCap = c.lineJoin = 'round';
  c.strokeStyle = '#101418';
  for (const stroke of strokes) {
    c.beginPath();
    c.moveTo(stroke[0], stroke[1]);
    c.lineTo(stroke[0], stroke[1] + 0.01);
    for (let i = 2; i < stroke.length; i += 2) c.lineTo(stroke[i], stroke[i + 1]);
    c.stroke();
  }
  if (document.activeElement === $('sheet') && pen.shown) {
    c.lineWidth = 2;
    c.strokeStyle = pen.down ? '#0b62c4' : '#b3400a';
    c.strokeRect(pen.x - 8, pen.y - 8, 16, 16);
  }
}
function add_point(x, y) {
  const clamp = (v) => Math.round(10 * Math.min(side, Math.max(0, v))) / 10;
  current.push(clamp(x), clamp(y));
  paint();
}
function begin_stroke(x, y) {
  if (result_shown) clear_sheet();
  current = [];
  strokes.push(current);
  add_point(x, y);
}
function place(event) {
  const box = $('sheet').getBoundingClientRect();
  return [(event.clientX - box.left) * side / box.width, (event.clientY - box.top) * side / box.height];
}
function clear_sheet() {
  strokes = [];
  current = null;
  pen.down = false;
  result_shown = false;
  show('result', false);
  verdict('', '');
  render_draw();
  paint();
}
let touching = null;
function pointer_down(event) {
  if (touching !== null) return;
  event.preventDefault();
  touching = event.pointerId;
  $('sheet').setPointerCapture(event.pointerId);
  pen.shown = false;
  begin_stroke(...place(event));
}
function pointer_move(event) {
  if (event.pointerId !== touching || current === null) return;
  event.preventDefault();
  const all = event.getCoalescedEvents ? event.getCoalescedEvents() : [];
  for (const one of all.length ? all : [event]) {
    const [x, y] = place(one), n = current.length;
    if (Math.hypot(x - current[n - 2], y - current[n - 1]) >= 1.5) add_point(x, y);
  }
}
function pointer_up(event) {
  if (event.pointerId === touching) { touching = null; current = null; }
}
function key_down(event) {
  const moves = {ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10]};
  if (moves[event.key]) {
    pen.shown = true;
    pen.x = Math.min(side, Math.max(0, pen.x + moves[event.key][0]));
    pen.y = Math.min(side, Math.max(0, pen.y + moves[event.key][1]));
    if (pen.down && current) add_point(pen.x, pen.y); else paint();
  } else if (event.key === ' ') {
    pen.shown = true;
    if (!pen.down) begin_stroke(pen.x, pen.y); else current = null;
    pen.down = !pen.down;
    text('draw_message', say(pen.down ? 'pen_down' : 'pen_up'));
    paint();
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    clear_sheet();
  } else {
    return;
  }
  event.preventDefault();
}
async function send_drawing() {
  if (strokes.length === 0 || result_shown) return text('draw_message', say('empty_sheet'));
  $('send').disabled = true;
  verdict(say('sending'), '');
  try {
    const reply = await post('draw', {token: me.token, strokes, asked: asked_now});
    if (reply.status === 200) show_prediction(reply.json);
    else text('draw_message', reason(reply));
  } catch {
    text('draw_message', say('failed'));
  }
  $('send').disabled = state.locked;
}
function verdict(sentence, mark) {
  text('draw_message', sentence);
  $('draw_message').className = 'message ' + mark;
}
function show_prediction(reply) {
  me.drawn = reply.drawn;
  sessionStorage.setItem(kept, JSON.stringify(me));
  result_shown = true;
  show('result', true);
  $('result').replaceChildren();
  const asked = asked_now;
  render_draw();  // what comes next
  if (reply.label === null) return verdict(say('no_network'), '');
  const right = asked === null ? null : asked === reply.label;
  const said = say('predicted', {label: state.classes[reply.label], share: share(reply.probabilities[reply.label])});
  verdict(said + (right === null ? '' : ' ' + (right ? say('right') : say('wrong', {label: state.classes[asked]}))),
          right === null ? '' : right ? 'right' : 'wrong');
  let shown = reply.probabilities.map((p, label) => ({p, label}));
  if (shown.length > 12) shown = shown.sort((a, b) => b.p - a.p).slice(0, 10);
  for (const {p, label} of shown) {
    const row = document.createElement('li'), name = document.createElement('span'), track = document.createElement('i');
    const bar = document.createElement('b'), value = document.createElement('span');
    name.textContent = state.classes[label];
    bar.style.width = (100 * p).toFixed(1) + '%';
    value.textContent = share(p);
    track.append(bar);
    row.append(name, track, value);
    $('result').append(row);
  }
}

// Watching.
function curve(id, x, y, low, high) {
  const svg = $(id), points = x.map((v, i) => [v, y[i]]).filter((p) => p[1] !== null);
  svg.replaceChildren();
  if (points.length === 0) return;
  const last = Math.max(points[points.length - 1][0], 1), span = high - low || 1;
  const at = ([a, b]) => [4 + 272 * a / last, 86 - 82 * Math.min(1, Math.max(0, (b - low) / span))];
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  line.setAttribute('points', points.map((p) => at(p).map((v) => v.toFixed(1)).join(',')).join(' '));
  const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle'), end = at(points[points.length - 1]);
  dot.setAttribute('cx', end[0]);
  dot.setAttribute('cy', end[1]);
  dot.setAttribute('r', 4);
  svg.append(line, dot);
}
function last_of(values) {
  const known = values.filter((v) => v !== null);
  return known.length ? known[known.length - 1] : null;
}
function render_watch() {
  const run = state.run, loss = last_of(run.loss), accuracy = last_of(run.accuracy);
  if (!run.network) return text('run', say('no_run'));
  text('run', run.epoch.length === 0 ? say('run_starts', {network: run.network}) : say('run_now', {
    network: run.network, epoch: number(Math.floor(last_of(run.epoch)), 0), epochs: run.epochs,
    accuracy: accuracy === null ? '–' : share(accuracy), loss: loss === null ? '–' : number(loss, 3)}));
  const known = run.loss.filter((v) => v !== null);
  curve('loss', run.epoch, run.loss, 0, known.length ? Math.max(...known) : 1);
  curve('accuracy', run.epoch, run.accuracy, 0, 1);
}
function render() {
  if (!me) return;
  render_guess();
  render_draw();
  render_watch();
}

document.documentElement.lang = language;
for (const element of document.querySelectorAll('[data-t]')) element.textContent = say(element.dataset.t);
$('sheet').setAttribute('aria-label', say('sheet'));
$('code_card').addEventListener('submit', (event) => {
  event.preventDefault();
  const typed = $('code').value.toUpperCase().replace(/[^0-9A-Z]/g, '');
  if (typed) location.href = '/' + typed;
});
$('join_card').addEventListener('submit', join);
$('guess_card').addEventListener('submit', send_guess);
$('sheet').addEventListener('pointerdown', pointer_down);
$('sheet').addEventListener('pointermove', pointer_move);
for (const end of ['pointerup', 'pointercancel']) $('sheet').addEventListener(end, pointer_up);
$('sheet').addEventListener('keydown', key_down);
$('sheet').addEventListener('blur', paint);
$('clear').addEventListener('click', clear_sheet);
$('send').addEventListener('click', send_drawing);
begin();
