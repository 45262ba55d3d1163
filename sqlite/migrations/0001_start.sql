-- Times are Unix milliseconds. Rows inside the file name a session by its number (head.id).
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta(name, value) VALUES ('goods', 0), ('check', 0);

CREATE TABLE shopper (
  subject TEXT PRIMARY KEY,
  life    TEXT NOT NULL UNIQUE,
  into_   TEXT NOT NULL DEFAULT '',  -- the shopper that this guest was joined to
  version INTEGER NOT NULL,          -- grows with every change of the row
  facts   BLOB NOT NULL,             -- JSON
  sealed  BLOB
) STRICT, WITHOUT ROWID;
CREATE INDEX shopper_into ON shopper(into_) WHERE into_ <> '';

CREATE TABLE outside (               -- keyed hashes of outside ids
  hash    BLOB PRIMARY KEY,
  subject TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX outside_subject ON outside(subject);

CREATE TABLE ended (                 -- lives that an erasure has ended: what names one comes too late
  life TEXT PRIMARY KEY,
  at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE receipt (
  id    TEXT PRIMARY KEY,
  at    INTEGER NOT NULL,
  parts BLOB NOT NULL                -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE head (                  -- the session row is the lock
  id         INTEGER PRIMARY KEY,
  session    TEXT NOT NULL UNIQUE,
  seq        INTEGER NOT NULL,       -- of the last event = the version
  snap       INTEGER NOT NULL,       -- seq of the snapshot; 0 = none
  life       TEXT NOT NULL,
  subject    TEXT NOT NULL,
  claim_turn TEXT,
  claim_no   INTEGER,
  claim_node TEXT,
  claim_at   INTEGER
) STRICT;
CREATE INDEX head_subject ON head(subject);
CREATE INDEX head_claim ON head(claim_at) WHERE claim_no IS NOT NULL;

CREATE TABLE event (
  session INTEGER NOT NULL,
  seq     INTEGER NOT NULL,
  at      INTEGER NOT NULL,
  turn    TEXT NOT NULL,
  write_  TEXT NOT NULL,
  lead    INTEGER NOT NULL,          -- on the first event of a write: how many events it has; else 0
  actor   TEXT NOT NULL,
  kind    TEXT NOT NULL,
  schema_ INTEGER NOT NULL,
  faded   INTEGER NOT NULL DEFAULT 0, -- 1 = its sealed part was emptied
  facts   BLOB NOT NULL,
  sealed  BLOB,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_write ON event(session, write_) WHERE lead > 0;

CREATE TABLE snapshot (
  session INTEGER PRIMARY KEY,
  at_seq  INTEGER NOT NULL,
  facts   BLOB NOT NULL,
  sealed  BLOB
) STRICT;

CREATE TABLE turn (
  session INTEGER NOT NULL,
  turn    TEXT NOT NULL,
  opened  INTEGER NOT NULL,
  closed  INTEGER NOT NULL DEFAULT 0,
  mac     BLOB,
  PRIMARY KEY (session, turn)
) STRICT, WITHOUT ROWID;

CREATE TABLE session_list (          -- what tables of sessions sort and show; written with the snapshot
  session  INTEGER PRIMARY KEY,
  subject  TEXT NOT NULL,
  seq      INTEGER NOT NULL,
  turns    INTEGER NOT NULL,
  lines    INTEGER NOT NULL,
  total    INTEGER NOT NULL,
  currency TEXT NOT NULL,
  opened   INTEGER NOT NULL,
  touched  INTEGER NOT NULL,
  damaged  INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX session_list_touched ON session_list(touched, session);
CREATE INDEX session_list_subject ON session_list(subject, touched);

CREATE TABLE job (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  kind    TEXT NOT NULL,
  key     TEXT NOT NULL,
  session TEXT NOT NULL,
  life    TEXT NOT NULL,
  due     INTEGER NOT NULL,
  until   INTEGER NOT NULL DEFAULT 0, -- end of the lease
  attempt INTEGER NOT NULL DEFAULT 0,
  fence   INTEGER NOT NULL DEFAULT 0,
  holder  TEXT NOT NULL DEFAULT '',
  parked  INTEGER NOT NULL DEFAULT 0,
  why     TEXT NOT NULL DEFAULT '',
  body    BLOB
) STRICT;
CREATE UNIQUE INDEX job_key ON job(kind, key) WHERE key <> '';
CREATE INDEX job_due ON job(due) WHERE parked = 0;
CREATE INDEX job_life ON job(life) WHERE life <> '';

CREATE TABLE product (               -- no variants = dropped, kept so that indexes hear of it
  id      TEXT PRIMARY KEY,
  version INTEGER NOT NULL UNIQUE,   -- meta.goods at its last change, or of one of its variants
  facts   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE variant (
  fold    TEXT PRIMARY KEY,          -- the SKU as it is compared
  product TEXT NOT NULL,
  place   INTEGER NOT NULL,
  source  TEXT NOT NULL,
  stock   INTEGER NOT NULL,          -- -1 = not counted
  version INTEGER NOT NULL,          -- what quotes rely on
  facts   BLOB NOT NULL              -- JSON of the rest
) STRICT, WITHOUT ROWID;
CREATE INDEX variant_product ON variant(product, place);
CREATE INDEX variant_source ON variant(source);

CREATE TABLE feed (                  -- a feed counts when its content is new
  source TEXT PRIMARY KEY,
  hash   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE coupon (
  code TEXT PRIMARY KEY,             -- folded
  uses INTEGER NOT NULL              -- left; -1 = without end
) STRICT, WITHOUT ROWID;

CREATE TABLE node (
  node  TEXT PRIMARY KEY,
  beat  INTEGER NOT NULL,            -- 0 = of an earlier process
  since INTEGER NOT NULL             -- beats without a gap since then
) STRICT, WITHOUT ROWID;
