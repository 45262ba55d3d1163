// What is seen: words and the cart. Text only ever becomes text nodes.

const $ = (id) => document.getElementById(id);

export function el(tag, cls, text) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (text !== undefined) e.textContent = text;
  return e;
}

// plain takes the little markup out that a model may write for the eye.
const plain = (text) => text.replace(/\*\*|__|`/g, '').replace(/^#+\s*/gm, '');

export class Talk {
  #log = $('log'); #turns = new Map(); // turn id → {me, agent, done}

  #add(cls, text, before) {
    const atEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 80;
    const e = el('div', 'words ' + cls, text);
    this.#log.insertBefore(e, before ?? null);
    if (atEnd) this.end();
    return e;
  }

  end() { this.#log.scrollTop = this.#log.scrollHeight; }

  get empty() { return this.#turns.size === 0; }

  clear() { this.#log.replaceChildren(); this.#turns.clear(); }

  note(text) { this.#add('note', text); this.end(); }

  #of(id) {
    let t = this.#turns.get(id);
    if (!t) this.#turns.set(id, t = { me: null, agent: null, text: '', done: false });
    return t;
  }

  said(id, text) {
    const t = this.#of(id);
    if (!t.me) t.me = this.#add('me', text, t.agent);
    if (!t.agent) { t.agent = this.#add('agent dots', ''); this.end(); }
  }

  // again: the pieces of an unfinished answer will come from the beginning.
  again(id) { const t = this.#turns.get(id); if (t && !t.done) t.text = ''; }

  piece(id, text, hold) {
    const t = this.#of(id);
    if (t.done) return;
    t.agent ??= this.#add('agent', '');
    t.agent.classList.remove('dots');
    if (hold) {
      if (!t.text) { t.agent.classList.add('hold'); t.agent.textContent = text; }
    } else {
      t.text += (t.text ? ' ' : '') + text.trim();
      t.agent.classList.remove('hold');
      t.agent.textContent = plain(t.text);
    }
    this.end();
  }

  reply(id, text, how) {
    const t = this.#of(id);
    t.agent ??= this.#add('agent', '');
    t.agent.className = 'words agent' + (how === 'interrupted' || how === 'broken' ? ' cut' : '');
    t.agent.textContent = plain(text);
    if (!text) t.agent.remove();
    t.done = true;
    this.end();
  }

  // figures puts beneath an answer what it says in words.
  figures(id, text) { this.#turns.get(id)?.agent?.append(el('span', 'figures', text)); this.end(); }

  failed(id) {
    const t = this.#turns.get(id);
    if (!t || t.done) return;
    if (!t.text) t.agent?.remove(); else t.agent.classList.remove('dots');
    t.done = true;
  }

  // turns shows what the server tells of turns, ours or another device's.
  turns(list) {
    for (const t of list) {
      if (t.said) this.said(t.turn_id, t.said);
      if (t.how) this.reply(t.turn_id, t.reply || t.spoken || '', t.how);
    }
  }
}

// money writes whole minor units of a currency, with the currency's own decimals.
export function money(minor, currency, lang) {
  try {
    const f = new Intl.NumberFormat(lang, { style: 'currency', currency });
    return f.format(minor / 10 ** f.resolvedOptions().maximumFractionDigits);
  } catch { return minor + ' ' + currency; }
}

export class Cart {
  #known = new Map(); // line → quantity, to show what is new
  #first = true;

  show(cart, lang) {
    const amount = (m) => money(m, cart.currency, lang);
    const count = cart.lines.reduce((n, l) => n + (l.unavailable ? 0 : l.quantity), 0);
    $('count').textContent = count === 0 ? '' : count === 1 ? '1 item' : count + ' items';
    $('sum').textContent = cart.lines.length ? amount(cart.total) : '';
    $('empty').hidden = cart.lines.length > 0;
    $('lines').replaceChildren(...cart.lines.map((l) => this.#line(l, amount)));
    $('later').hidden = cart.saved.length === 0;
    $('saved').replaceChildren(...cart.saved.map((l) => this.#line({ ...l, kept: false }, amount)));
    const totals = [];
    if (cart.lines.length) {
      for (const [name, m] of [['Subtotal', cart.subtotal], ['Discount', -cart.discount], ['Shipping', cart.shipping], ['Tax', cart.tax]]) {
        if (name === 'Subtotal' ? cart.subtotal !== cart.total : m) totals.push(el('dt', '', name), el('dd', '', amount(m)));
      }
      totals.push(el('dt', 'all', 'Total'), el('dd', 'all', amount(cart.total)));
    }
    $('totals').replaceChildren(...totals);
    this.#known = new Map([...cart.lines, ...cart.saved].map((l) => [l.line, l.quantity]));
    this.#first = false;
  }

  has(l) { return this.#known.get(l.line) === l.quantity; }

  #line(l, amount) {
    const li = el('li', l.unavailable ? 'gone' : '');
    if (!this.#first && this.#known.get(l.line) !== l.quantity) li.classList.add('new');
    li.append(picture(l), el('span', 'title', l.title), el('span', 'price', amount(l.total)));
    const more = el('span', 'more', [...Object.values(l.options ?? {}), l.quantity > 1 ? `${l.quantity} × ${amount(l.unit_price)}` : ''].filter(Boolean).join(' · '));
    if (l.kept) more.append(el('span', 'badge', 'kept for you'));
    if (l.unavailable) more.append(el('span', 'badge bad', 'not available'));
    li.append(more);
    return li;
  }
}

function picture(l) {
  const letter = () => { const e = el('span', 'picture letter', (l.title || '?').trim().charAt(0).toUpperCase()); e.setAttribute('aria-hidden', 'true'); return e; };
  if (!l.image) return letter();
  const img = el('img', 'picture');
  img.alt = ''; img.loading = 'lazy'; img.decoding = 'async'; img.referrerPolicy = 'no-referrer';
  img.onerror = () => img.replaceWith(letter());
  img.src = l.image;
  return img;
}
