import { Line } from './line.js';
import { Ear, Mouth } from './voice.js';
import { Cart, Talk, el, money } from './view.js';

const $ = (id) => document.getElementById(id);
const away = 30 * 60 * 1000; // after so long the agent opens again, with a recap

// What outlives a reload. A browser that keeps nothing for us forgets, and works.
const memory = {
  get(k) { try { return localStorage.getItem('evercart.' + k); } catch { return null; } },
  set(k, v) { try { v === null ? localStorage.removeItem('evercart.' + k) : localStorage.setItem('evercart.' + k, v); } catch { /* private window */ } },
};

function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16)); // a page that is not secure has no randomUUID
  b[6] = (b[6] & 0x0f) | 0x40; b[8] = (b[8] & 0x3f) | 0x80;
  const h = [...b].map((x) => x.toString(16).padStart(2, '0')).join('');
  return [h.slice(0, 8), h.slice(8, 12), h.slice(12, 16), h.slice(16, 20), h.slice(20)].join('-');
}

// A link may bring a session and its token: /#session=…&token=…; both leave the address bar at once.
const link = new URLSearchParams(location.hash.slice(1));
if (link.has('token') || link.has('session')) {
  memory.set('token', link.get('token'));
  memory.set('session', link.get('session'));
  memory.set('pending', null);
  history.replaceState(null, '', location.pathname);
}
if (!memory.get('session')) memory.set('session', uuid());
let session = memory.get('session') || uuid();
addEventListener('hashchange', () => location.reload()); // a link that is opened in this tab

const talk = new Talk(), cart = new Cart();
let lang = navigator.language || 'en-US';
let running = null;  // the turn that is being answered
let seen = '', version = -1; // the cart on screen: of which session, which version
let shown = false;   // something of this session is on screen

// Words without an answer yet, oldest first: {turn_id, text}; a greeting has no text. They outlive a reload and a server.
const most = 8; // more the server would refuse
const pending = () => { try { return JSON.parse(memory.get('pending')) || []; } catch { return []; } };
const keep = (list) => memory.set('pending', list.length ? JSON.stringify(list) : null);

const mouth = new Mouth(() => lang, () => buttons());
const ear = new Ear(() => lang, {
  begin() { interrupt(); buttons(); },
  partial(text) { $('text').value = text; },
  words(text) { $('text').value = ''; say(text); },
  end(problem) { buttons(); if (problem) talk.note(problem === 'not-allowed' ? 'The microphone was not allowed. You can type instead.' : 'The microphone did not work. You can type instead.'); },
});

function connect() {
  return new Line(session, memory.get('token'), {
    status(text, kind) { $('link').textContent = text; $('link').className = 'link ' + kind; },
    refused(why) { $('ideas').hidden = true; talk.note(unlet(why)); },
    ready(f) {
      if (f.shop?.name) { $('shop').textContent = f.shop.name; document.title = f.shop.name; }
      lang = f.state.locale || f.shop?.locale || lang;
      talk.turns(f.state.turns);
      showCart(f);
      resume(f.state);
      shown = true;
    },
    frame(f) { (frames[f.type] ?? (() => {}))(f); buttons(); },
  });
}

// showCart: a reply may arrive after news of a later change, and must not bring the older cart back.
function showCart(f) {
  const c = f.cart ?? f.state.cart;
  if (f.type === 'reply' && f.session_id === seen && c.version < version) return;
  seen = f.session_id; version = c.version;
  cart.show(c, lang);
}

// changed writes in figures what an answer says in words: the lines that it put in or changed, and the total.
function changed(c) {
  const list = c.lines.filter((l) => !cart.has(l)).map((l) => `${l.quantity > 1 ? l.quantity + ' × ' : ''}${l.title} ${money(l.total, c.currency, lang)}`);
  return [...list.slice(0, 3), `total ${money(c.total, c.currency, lang)}`].join(' · ');
}

// resume brings an answer that was missed, or lets the agent speak first.
function resume(state) {
  const answered = (p) => state.turns.some((t) => t.turn_id === p.turn_id && t.how);
  keep(pending().filter((p) => !answered(p)));
  running = null;
  for (const p of pending()) { // the same id again: it joins the running turn, or brings the stored answer
    if (p.text) talk.said(p.turn_id, p.text);
    talk.again(p.turn_id);
    send(p);
  }
  if (!running && !shown) {
    const last = state.turns.at(-1);
    if (!last || Date.now() - Date.parse(last.at) > away) greet();
  }
  buttons();
}

function greet() { take({ turn_id: uuid() }); }

// take keeps words until they are answered, and sends them: now, or when the line is there again.
function take(p) {
  keep([...pending(), p]);
  if (p.text) talk.said(p.turn_id, p.text);
  send(p);
}

function send(p) {
  running ??= p.turn_id;
  line.send(p.text ? { text: p.text, turn_id: p.turn_id } : { type: 'greet', turn_id: p.turn_id });
}

const frames = {
  delta(f) { talk.piece(f.turn_id, f.text, f.hold); mouth.say(f.turn_id, f.text, f.hold); },
  reply(f) {
    const text = f.display || f.reply;
    talk.reply(f.turn_id, text, f.how);
    $('said').textContent = f.reply;
    if (f.cart.version > version && f.session_id === seen) talk.figures(f.turn_id, changed(f.cart));
    showCart(f);
    settled(f.turn_id);
  },
  state(f) { talk.turns(f.state.turns); showCart(f); },
  error(f) {
    const open = () => pending().find((p) => p.turn_id === f.turn_id);
    if (f.retry_after_ms && open()) { // nothing happened, and it may again be tried
      setTimeout(() => { const p = open(); if (p && line.ready) send(p); }, f.retry_after_ms);
      return;
    }
    if (f.turn_id) { talk.failed(f.turn_id); settled(f.turn_id); }
    talk.note(sentence(f));
  },
};

function sentence(f) {
  if (f.code === 'too_large') return 'That was too long. Could you say it in fewer words?';
  if (f.code === 'unavailable' || f.code === 'timeout' || f.code === 'internal') return 'Something is not working right now. Please try again.';
  return f.message.charAt(0).toUpperCase() + f.message.slice(1) + '.';
}

// unlet says what a shop needs that lets in only whom it knows.
function unlet(why) {
  const link = `The link looks like ${location.origin}/#session=…&token=…; the shop's people make one with “evercart token”.`;
  if (why === 'no token') return `This shop needs to know who speaks. Open the link that you were given. ${link}`;
  return `${why === 'expired' ? 'Your link is no longer valid.' : 'Your link is for another conversation.'} Ask for a new one. ${link}`;
}

function settled(id) {
  const left = pending().filter((p) => p.turn_id !== id);
  keep(left);
  if (running === id) running = left[0]?.turn_id ?? null;
}

// interrupt: the shopper speaks over the answer. What was heard aloud is told; of an answer that is only read, nothing is cut.
function interrupt() {
  const cut = mouth.hush();
  if (cut) line.send({ type: 'interrupt', turn_id: cut.turn, heard: cut.heard });
  return cut;
}

function say(text) {
  text = text.trim();
  if (!text) return;
  interrupt();
  if (line.refused) {
    $('text').value = text; // it would never go out
    talk.note('That was not sent. This page is not let in; what it needs is said above.');
    return;
  }
  if (pending().length >= most) {
    $('text').value = text;
    talk.note('A moment, please: the answers are on their way.');
    return;
  }
  take({ turn_id: uuid(), text });
  if (!line.ready) talk.note('Not connected. Your words will go out once the shop answers again.');
  $('ideas').hidden = true;
  buttons();
}

function buttons() {
  $('stop').hidden = !running && !mouth.speaking;
  $('mic').setAttribute('aria-pressed', String(ear.listening));
  $('sound').setAttribute('aria-pressed', String(mouth.on));
  $('sound').textContent = mouth.on ? 'Sound on' : 'Sound off';
}

function sound(on) { mouth.on = on; memory.set('sound', on ? '1' : null); if (!on) mouth.hush(); buttons(); }

// ideas: three things to say that work in this shop.
async function ideas() {
  const token = memory.get('token');
  const find = async (q, limit) => {
    const r = await fetch(`/v1/catalog?limit=${limit}&q=${encodeURIComponent(q)}`, token ? { headers: { Authorization: 'Bearer ' + token } } : {});
    return r.ok ? r.json() : { hits: [], sure: false };
  };
  let list = ['What do you have?', "What's in my cart?", 'What can you do?'];
  try {
    const blouse = await find('silk blouse', 1);
    if (blouse.sure && blouse.hits[0]?.product.title.toLowerCase() === 'silk blouse') {
      list = ['Add the silk blouse in size M, and keep it in my cart while I look at the shoes', 'Show me the scarves', "What's in my cart?"];
    } else {
      const any = (await find('', 3)).hits.map((h) => h.product.title);
      if (any[0]) list = [`Tell me about the ${any[0]}`, any[1] ? `Add the ${any[1]}` : 'What do you have?', "What's in my cart?"];
    }
  } catch { /* the plain ones do */ }
  $('ideas').replaceChildren(...list.map((text) => {
    const b = el('button', '', text);
    b.type = 'button';
    b.addEventListener('click', () => { say(text); $('text').focus(); });
    return b;
  }));
}

$('form').addEventListener('submit', (e) => { e.preventDefault(); const t = $('text').value; $('text').value = ''; say(t); });
$('text').addEventListener('keydown', (e) => { if (e.key === 'Escape') $('stop').click(); });
$('stop').addEventListener('click', () => {
  const turn_id = running;
  if (!interrupt() && turn_id) line.send({ type: 'interrupt', turn_id });
});
$('sound').addEventListener('click', () => sound(!mouth.on));
$('mic').addEventListener('click', () => { if (!mouth.on && !ear.listening && Mouth.able) sound(true); ear.toggle(); });
$('fresh').addEventListener('click', () => {
  line.close(); mouth.hush();
  for (const k of ['session', 'token', 'pending']) memory.set(k, null);
  memory.set('session', session = uuid());
  running = null; shown = false;
  talk.clear(); $('ideas').hidden = false;
  line = connect();
  $('text').focus();
});
$('sound').hidden = !Mouth.able;
$('mic').hidden = !Ear.able;
mouth.on = Mouth.able && memory.get('sound') === '1';

const wide = matchMedia('(width > 52rem)');
$('cart').addEventListener('toggle', () => talk.end());
const fit = () => { $('cart').open = wide.matches; };
wide.addEventListener('change', fit);
fit();

let line = connect();
ideas();
buttons();
if (wide.matches) $('text').focus();
