// The line to the server: one socket, opened again whenever it falls, with what was missed and what had no answer yet.

const waits = [500, 1000, 2000, 4000, 8000]; // ms between tries

export class Line {
  #session; #token; #on; #socket = null; #tries = 0; #timer = 0; #ready = false; #closed = false; #refused = '';
  seq = 0; // what we know; the next connection asks for what came after it

  // on: {status(text, kind), refused(why), ready(frame), frame(frame)}
  constructor(session, token, on) {
    this.#session = session; this.#token = token; this.#on = on;
    addEventListener('online', () => this.#now());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#now(); });
    this.#open();
  }

  get ready() { return this.#ready; }

  get refused() { return this.#refused; } // why no try will help until somebody does something; '' = it may

  send(frame) {
    if (!this.#ready) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  close() { this.#closed = true; clearTimeout(this.#timer); this.#socket?.close(); }

  #now() { if (!this.#ready && !this.#closed && this.#timer) { clearTimeout(this.#timer); this.#open(); } }

  #open() {
    this.#timer = 0;
    const at = new URL('/ws/' + this.#session, location.href);
    at.protocol = at.protocol.replace('http', 'ws');
    at.searchParams.set('channel', 'page');
    if (this.seq) at.searchParams.set('after', this.seq);
    if (navigator.language) at.searchParams.set('locale', navigator.language);
    if (this.#token) at.searchParams.set('token', this.#token);
    const s = this.#socket = new WebSocket(at);
    s.onmessage = (m) => this.#take(JSON.parse(m.data));
    s.onclose = () => { if (s === this.#socket) this.#fallen(); };
  }

  #take(f) {
    if (f.seq > this.seq) this.seq = f.seq;
    if (f.type !== 'ready') return this.#on.frame(f);
    this.#ready = true; this.#tries = 0; this.#refused = '';
    this.#on.status('connected', 'on');
    this.#on.ready(f);
  }

  async #fallen() {
    const was = this.#ready;
    this.#ready = false;
    if (this.#closed) return;
    const wait = waits[Math.min(this.#tries++, waits.length - 1)] * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), wait);
    if (!was && (this.#tries <= 2 || this.#tries % 4 === 0)) await this.#why();
    if (this.#ready || this.#closed) return;
    if (this.#refused) this.#on.status('not let in', 'off');
    else if (was || this.#tries > 1) this.#on.status('reconnecting…', 'off');
  }

  // A socket that is refused does not say why: the same session over HTTP does.
  async #why() {
    try {
      const r = await fetch('/v1/sessions/' + this.#session, this.#token ? { headers: { Authorization: 'Bearer ' + this.#token } } : {});
      const why = r.status === 401 ? (this.#token ? 'expired' : 'no token') : r.status === 404 && this.#token ? 'another session' : '';
      if (why && why !== this.#refused && !this.#closed) this.#on.refused(why);
      this.#refused = why;
    } catch { /* away: the next try will tell */ }
  }
}
