// Voice: what the browser can say aloud and hear, where it can. Nothing is said before the shopper asked for sound, and no
// word is heard before the microphone was pressed.

export class Mouth {
  #pieces = []; // {turn, text, said} in order
  #lang; #ended;
  on = false;

  constructor(lang, ended) { this.#lang = lang; this.#ended = ended; }

  static get able() { return 'speechSynthesis' in window; }

  get speaking() { return this.#pieces.some((p) => !p.done); }

  say(turn, text, hold) {
    // Without a gesture on this page browsers refuse to speak.
    if (!this.on || !Mouth.able || navigator.userActivation?.hasBeenActive === false) return;
    if (this.#pieces.some((p) => p.turn === turn && p.text === text)) return; // a line that came back repeats itself
    const piece = { turn, text, hold, at: 0, done: false };
    this.#pieces = this.#pieces.filter((p) => p.turn === turn || !p.done);
    this.#pieces.push(piece);
    const u = new SpeechSynthesisUtterance(text);
    u.lang = this.#lang();
    u.onboundary = (e) => { piece.at = e.charIndex; };
    u.onend = u.onerror = () => { piece.done = true; piece.at ||= text.length; if (!this.speaking) this.#ended(); };
    speechSynthesis.speak(u);
  }

  // hush stops, and gives what was heard of a turn: undefined when nothing of it was being said.
  hush() {
    const cut = this.#pieces.find((p) => !p.done);
    if (!cut) return null;
    const heard = this.#pieces.filter((p) => p.turn === cut.turn && !p.hold)
      .map((p) => (p.done ? p.text : p.text.slice(0, p.at))).join(' ').trim();
    this.#pieces = [];
    speechSynthesis.cancel();
    this.#ended();
    return { turn: cut.turn, heard };
  }
}

export class Ear {
  #recognition = null; #on;

  // on: {begin(), partial(text), words(text), end(problem)}
  constructor(lang, on) { this.lang = lang; this.#on = on; }

  static get able() { return 'SpeechRecognition' in window || 'webkitSpeechRecognition' in window; }

  get listening() { return this.#recognition !== null; }

  toggle() {
    if (this.#recognition) { this.#recognition.stop(); return; }
    const r = new (window.SpeechRecognition || window.webkitSpeechRecognition)();
    r.lang = this.lang(); r.interimResults = true; r.continuous = false;
    let problem = '';
    r.onresult = (e) => {
      let text = '', final = false;
      for (const result of e.results) { text += result[0].transcript; final = result.isFinal; }
      if (final) this.#on.words(text.trim()); else this.#on.partial(text);
    };
    r.onerror = (e) => { if (e.error !== 'no-speech' && e.error !== 'aborted') problem = e.error; };
    r.onend = () => { this.#recognition = null; this.#on.end(problem); };
    try { r.start(); this.#recognition = r; this.#on.begin(); } catch { this.#on.end('not available'); }
  }
}
