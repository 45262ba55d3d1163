-- One group of changes, one a session. The heads are locked in the order of their numbers; one that another holds is skipped.
-- From those, and from nothing else, it is decided which changes are accepted; all that is written reads from that answer.
-- (SELECT true …) and not EXISTS: the server may answer that by reading the whole table once, which grows.
WITH want AS MATERIALIZED (
  SELECT w.* FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::boolean[])
    WITH ORDINALITY AS w(session, seq, life, write_, opens, after, snaps, n)
), held AS MATERIALIZED (
  SELECT h.id, h.session, h.seq, h.snap, h.life, h.subject FROM head h WHERE h.session = ANY ($1::uuid[]) ORDER BY h.id FOR UPDATE SKIP LOCKED
), verdict AS MATERIALIZED (
  SELECT w.n, h.id, h.subject, w.after, CASE WHEN w.snaps THEN w.after ELSE h.snap END AS snap, CASE
    WHEN h.id IS NULL AND (SELECT true FROM head x WHERE x.session = w.session) THEN 'held'
    WHEN h.id IS NULL OR (SELECT true FROM ended d WHERE d.life = h.life) THEN 'stale'
    WHEN (SELECT true FROM event e WHERE e.session = h.id AND e.write_ = w.write_ AND e.lead > 0) THEN 'repeat'
    WHEN h.seq <> w.seq OR h.life <> w.life THEN 'stale'
    WHEN w.opens <> '' AND (SELECT true FROM turn k WHERE k.session = h.id AND k.turn = w.opens) THEN 'known'
    ELSE 'ok' END AS what
  FROM want w LEFT JOIN held h ON h.session = w.session
), ok AS MATERIALIZED (
  SELECT n, id, subject, after, snap FROM verdict WHERE what = 'ok'
), write_event AS (
  INSERT INTO event(session, seq, at, lead, schema_, subject, turn, write_, actor, kind, facts, sealed)
  SELECT ok.id, r.seq, r.at, r.lead, r.schema_, ok.subject, r.turn, r.write_, r.actor, r.kind, r.facts, r.sealed
  FROM unnest($8::bigint[], $9::bigint[], $10::bigint[], $11::integer[], $12::integer[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::bytea[])
    AS r(n, seq, at, lead, schema_, turn, write_, actor, kind, facts, sealed) JOIN ok ON ok.n = r.n
), open_turn AS (
  INSERT INTO turn(session, turn, opened, closed, subject, mac)
  SELECT ok.id, t.turn, t.opened, t.closed, ok.subject, t.mac
  FROM unnest($19::bigint[], $20::text[], $21::bigint[], $22::bigint[], $23::bytea[]) AS t(n, turn, opened, closed, mac) JOIN ok ON ok.n = t.n
  WHERE t.opened > 0
), close_turn AS (
  UPDATE turn k SET closed = t.closed
  FROM unnest($19::bigint[], $20::text[], $21::bigint[], $22::bigint[]) AS t(n, turn, opened, closed) JOIN ok ON ok.n = t.n
  WHERE t.opened = 0 AND k.session = ok.id AND k.turn = t.turn
), write_snapshot AS (
  INSERT INTO snapshot(session, at_seq, subject, facts, sealed)
  SELECT ok.id, ok.after, ok.subject, p.facts, p.sealed
  FROM unnest($24::bigint[], $25::text[], $26::bytea[]) AS p(n, facts, sealed) JOIN ok ON ok.n = p.n
  ON CONFLICT (session) DO UPDATE SET at_seq = excluded.at_seq, facts = excluded.facts, sealed = excluded.sealed
), write_list AS (
  INSERT INTO session_list(session, subject, seq, turns, lines, total, currency, opened, touched)
  SELECT ok.id, ok.subject, ok.after, l.turns, l.lines, l.total, l.currency, l.opened, l.touched
  FROM unnest($27::bigint[], $28::integer[], $29::integer[], $30::bigint[], $31::text[], $32::bigint[], $33::bigint[])
    AS l(n, turns, lines, total, currency, opened, touched) JOIN ok ON ok.n = l.n
  ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, turns = excluded.turns, lines = excluded.lines, total = excluded.total,
    currency = excluded.currency, touched = excluded.touched, damaged = false
), write_claim AS (
  INSERT INTO claim(session, subject, turn, no, node, at)
  SELECT ok.id, ok.subject, c.turn, c.no, c.node, c.at
  FROM unnest($34::bigint[], $35::text[], $36::bigint[], $37::text[], $38::bigint[]) AS c(n, turn, no, node, at) JOIN ok ON ok.n = c.n
  ON CONFLICT (session) DO UPDATE SET turn = excluded.turn, no = excluded.no, node = excluded.node, at = excluded.at
), end_claim AS (
  DELETE FROM claim c USING ok WHERE c.session = ok.id AND ok.n <> ALL ($34::bigint[])
), write_job AS (
  INSERT INTO job(kind, key, session, life, subject, due, body)
  SELECT j.kind, j.key, j.session, j.life, ok.subject, CASE WHEN j.due = 0 THEN now_ms() ELSE j.due END, j.body
  FROM unnest($39::bigint[], $40::text[], $41::text[], $42::text[], $43::text[], $44::bigint[], $45::bytea[])
    AS j(n, kind, key, session, life, due, body) JOIN ok ON ok.n = j.n
  ORDER BY j.kind, j.key
  ON CONFLICT DO NOTHING
), write_head AS (
  UPDATE head h SET seq = ok.after, snap = ok.snap FROM ok WHERE h.id = ok.id
)
SELECT n, what FROM verdict
