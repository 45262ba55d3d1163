-- What one Update commits is one row, packed, with its turn's id: a turn used to be a row of every fact of it, a row of the turn,
-- a snapshot, and a row of the list with two indexes to move.

ALTER TABLE event NO FORCE ROW LEVEL SECURITY; -- the owner copies what is there
ALTER TABLE head NO FORCE ROW LEVEL SECURITY;
ALTER TABLE session_list NO FORCE ROW LEVEL SECURITY;

CREATE TABLE change (
  session bigint NOT NULL,
  seq     bigint NOT NULL,           -- of its last event
  at      bigint NOT NULL,
  events  integer NOT NULL,          -- how many
  opens   boolean NOT NULL,          -- opens its turn
  closes  boolean NOT NULL,          -- closes its turn
  named   boolean NOT NULL,          -- the caller gave the write id, and may give it again at any time
  subject text COLLATE "C" NOT NULL,
  turn    text COLLATE "C" NOT NULL,
  write_  text COLLATE "C" NOT NULL,
  actor   text COLLATE "C" NOT NULL,
  clear   bytea NOT NULL,            -- of each event: kind, schema, facts; each led by its length, or itself an integer of 4 bytes
  sealed  bytea,                     -- of each event: its sealed part, led by its length; NULL = none has one
  faded   integer[],                 -- which events, from 1, had theirs emptied
  PRIMARY KEY (session, seq)
);

INSERT INTO change(session, seq, at, events, opens, closes, named, subject, turn, write_, actor, clear, sealed, faded)
SELECT session, max(seq), min(at), count(*), bool_or(kind = 'turn.opened'), bool_or(kind = 'turn.closed'), true, subject, turn, write_, min(actor),
  string_agg(int4send(octet_length(kind)) || convert_to(kind, 'UTF8') || int4send(schema_) || int4send(octet_length(facts)) || convert_to(facts, 'UTF8'), '' ORDER BY seq),
  CASE WHEN bool_or(sealed IS NOT NULL) THEN string_agg(int4send(octet_length(coalesce(sealed, ''))) || coalesce(sealed, ''), '' ORDER BY seq) END,
  array_agg(place ORDER BY place) FILTER (WHERE faded)
FROM (SELECT e.*, (row_number() OVER (PARTITION BY session, write_ ORDER BY seq))::integer AS place FROM event e) e
GROUP BY session, subject, turn, write_;

CREATE UNIQUE INDEX change_turn ON change(session, turn) WHERE opens;
CREATE UNIQUE INDEX change_write ON change(session, write_) WHERE named;

DROP TABLE event, turn;

-- What a list shows of a session stands in its head, which every change rewrites in its page; the indexed row of the list moves once
-- in a while (see listEvery).
ALTER TABLE head ADD COLUMN touched bigint NOT NULL DEFAULT 0, ADD COLUMN total bigint NOT NULL DEFAULT 0,
  ADD COLUMN turns integer NOT NULL DEFAULT 0, ADD COLUMN lines integer NOT NULL DEFAULT 0;
UPDATE head h SET touched = l.touched, total = l.total, turns = l.turns, lines = l.lines FROM session_list l WHERE l.session = h.id;
ALTER TABLE session_list DROP COLUMN seq, DROP COLUMN total, DROP COLUMN turns, DROP COLUMN lines;

-- Subjects are looked up, not searched through: a group names a hundred of them.
DO $$
DECLARE t text;
BEGIN
  ALTER TABLE change ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  CREATE POLICY jobs ON change TO evercart_jobs USING (true) WITH CHECK (true);
  CREATE POLICY operator ON change FOR SELECT TO evercart_operator USING (true);
  CREATE POLICY own ON change TO evercart_app USING (false) WITH CHECK (false);
  FOREACH t IN ARRAY ARRAY['head', 'claim', 'change', 'snapshot', 'session_list', 'job'] LOOP
    EXECUTE format('ALTER POLICY own ON %I USING (subject IN (SELECT unnest(my_subjects()))) WITH CHECK (subject IN (SELECT unnest(my_subjects())))', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
  END LOOP;
END $$;

GRANT SELECT ON change TO evercart_app, evercart_jobs, evercart_operator;
GRANT INSERT, UPDATE, DELETE ON change TO evercart_jobs;
GRANT INSERT ON change TO evercart_app;
GRANT UPDATE (faded, sealed) ON change TO evercart_app;

-- One group of changes, one a session. Each head is locked where nobody else holds it; from what is found there, and from nothing else,
-- it is decided which changes are accepted, and all that is written reads from that answer. Nobody is waited for, so the order of
-- the locks is of no matter. A function, since its plan is kept with the connection, also behind a pooler; and one plan for all
-- sizes: by the keys, whatever the server thinks of tables that it has not looked at for a while.
-- (SELECT true …) and not EXISTS: the server may answer that by reading the whole table once, which grows.
CREATE FUNCTION write_changes(
  -- of each change
  sessions uuid[], seqs bigint[], lives text[], writes text[], sinces bigint[], afters bigint[], ats bigint[], events_ integer[],
  opened boolean[], closed boolean[], nameds boolean[], turns_ text[], actors text[], clears bytea[], seals bytea[],
  touches bigint[], totals bigint[], turncounts integer[], linecounts integer[], lists boolean[], currencies text[], begun bigint[],
  snapshots text[], snapseals bytea[], lets boolean[], claimed text[], claimnos bigint[], claimnodes text[], claimats bigint[],
  -- of each job; the first names the change, from 1
  jobof bigint[], jobkinds text[], jobkeys text[], jobsessions text[], joblives text[], jobdues bigint[], jobbodies bytea[]
) RETURNS TABLE (n bigint, what text) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off
AS $$
#variable_conflict use_column
BEGIN
RETURN QUERY
WITH verdict AS MATERIALIZED (
  SELECT w.*, h.id, h.subject, h.snap, CASE
    WHEN h.id IS NULL AND (SELECT true FROM head x WHERE x.session = w.session) THEN 'held'
    WHEN h.id IS NULL OR (SELECT true FROM ended d WHERE d.life = h.life) THEN 'stale'
    WHEN w.named AND (SELECT true FROM change c WHERE c.session = h.id AND c.write_ = w.write_ AND c.named) THEN 'repeat'
    WHEN h.seq <> w.seq OR h.life <> w.life THEN 'stale'
    WHEN h.seq > w.since AND (SELECT true FROM change c WHERE c.session = h.id AND c.seq > w.since AND c.write_ = w.write_ LIMIT 1) THEN 'repeat'
    WHEN w.opens AND (SELECT true FROM change c WHERE c.session = h.id AND c.turn = w.turn AND c.opens) THEN 'known'
    ELSE 'ok' END AS what
  FROM unnest(sessions, seqs, lives, writes, sinces, afters, ats, events_, opened, closed, nameds, turns_, actors, clears, seals,
      touches, totals, turncounts, linecounts, lists, currencies, begun, snapshots, snapseals, lets, claimed, claimnos, claimnodes, claimats)
    WITH ORDINALITY AS w(session, seq, life, write_, since, after, at, events, opens, closes, named, turn, actor, clear, sealed,
      touched, total, turns, lines, lists, currency, opened, facts, factsealed, lets, claim, claimno, node, claimat, n)
  LEFT JOIN LATERAL (SELECT x.id, x.seq, x.life, x.subject, x.snap FROM head x WHERE x.session = w.session FOR UPDATE SKIP LOCKED) h ON true
), write_change AS (
  INSERT INTO change(session, seq, at, events, opens, closes, named, subject, turn, write_, actor, clear, sealed)
  SELECT v.id, v.after, v.at, v.events, v.opens, v.closes, v.named, v.subject, v.turn, v.write_, v.actor, v.clear, v.sealed FROM verdict v WHERE v.what = 'ok'
), write_snapshot AS (
  INSERT INTO snapshot(session, at_seq, subject, facts, sealed)
  SELECT v.id, v.after, v.subject, v.facts, v.factsealed FROM verdict v WHERE v.what = 'ok' AND v.facts <> ''
  ON CONFLICT (session) DO UPDATE SET at_seq = excluded.at_seq, facts = excluded.facts, sealed = excluded.sealed
), write_list AS (
  INSERT INTO session_list(session, subject, currency, opened, touched)
  SELECT v.id, v.subject, v.currency, v.opened, v.touched FROM verdict v WHERE v.what = 'ok' AND v.lists
  ON CONFLICT (session) DO UPDATE SET currency = excluded.currency, touched = excluded.touched, damaged = false
), write_claim AS (
  INSERT INTO claim(session, subject, turn, no, node, at)
  SELECT v.id, v.subject, v.claim, v.claimno, v.node, v.claimat FROM verdict v WHERE v.what = 'ok' AND v.claim <> ''
  ON CONFLICT (session) DO UPDATE SET turn = excluded.turn, no = excluded.no, node = excluded.node, at = excluded.at
), end_claim AS (
  DELETE FROM claim c USING verdict v WHERE v.what = 'ok' AND v.lets AND c.session = v.id
), write_job AS (
  INSERT INTO job(kind, key, session, life, subject, due, body)
  SELECT j.kind, j.key, j.session, j.life, v.subject, CASE WHEN j.due = 0 THEN now_ms() ELSE j.due END, j.body
  FROM unnest(jobof, jobkinds, jobkeys, jobsessions, joblives, jobdues, jobbodies) AS j(n, kind, key, session, life, due, body)
  JOIN verdict v ON v.n = j.n AND v.what = 'ok'
  ORDER BY j.kind, j.key
  ON CONFLICT DO NOTHING
), write_head AS (
  UPDATE head h SET seq = v.after, snap = CASE WHEN v.facts <> '' THEN v.after ELSE v.snap END,
    touched = v.touched, total = v.total, turns = v.turns, lines = v.lines
  FROM verdict v WHERE v.what = 'ok' AND h.id = v.id
)
SELECT v.n, v.what FROM verdict v;
END $$;
