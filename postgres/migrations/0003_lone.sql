-- One change by itself, which is what people make who think between turns. write_changes decides and writes for any number, and sets all
-- its parts up for one as for a hundred; here each part is a statement of its own, which runs only where it has something to do. It also
-- says in whose name it runs, so that a commit is one statement. What is decided, and in which order, is as there.
CREATE FUNCTION write_change(
  office text, names text, flush text,
  asked uuid, base bigint, lived text, writing text, since bigint, reached bigint, moment bigint, many integer,
  opening boolean, closing boolean, naming boolean, of_turn text, by_actor text, clears bytea, seals bytea,
  touching bigint, totalling bigint, turncount integer, linecount integer, listing boolean, paying text, begun bigint,
  folded text, foldseal bytea, lets boolean, claiming text, claimno bigint, claimnode text, claimat bigint
) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
  h record;
BEGIN
office := set_config('role', office, true); -- an assignment is evaluated at once, where PERFORM would run a query
names := set_config('evercart.subjects', names, true);
flush := set_config('synchronous_commit', flush, true);
SELECT x.id, x.seq, x.life, x.subject, (SELECT true FROM ended d WHERE d.life = x.life) AS over,
    CASE WHEN opening THEN (SELECT true FROM change c WHERE c.session = x.id AND c.turn = of_turn AND c.opens) END AS known
  INTO h FROM head x WHERE x.session = asked FOR UPDATE SKIP LOCKED;
IF h.id IS NULL THEN
  PERFORM 1 FROM head x WHERE x.session = asked;
  RETURN CASE WHEN found THEN 'held' ELSE 'stale' END;
ELSIF h.over THEN
  RETURN 'stale';
END IF;
IF naming THEN
  PERFORM 1 FROM change c WHERE c.session = h.id AND c.write_ = writing AND c.named;
  IF found THEN RETURN 'repeat'; END IF;
END IF;
IF h.seq <> base OR h.life <> lived THEN
  RETURN 'stale';
END IF;
IF h.seq > since THEN
  PERFORM 1 FROM change c WHERE c.session = h.id AND c.seq > since AND c.write_ = writing LIMIT 1;
  IF found THEN RETURN 'repeat'; END IF;
END IF;
IF h.known THEN
  RETURN 'known';
END IF;
INSERT INTO change(session, seq, at, events, opens, closes, named, subject, turn, write_, actor, clear, sealed)
  VALUES(h.id, reached, moment, many, opening, closing, naming, h.subject, of_turn, writing, by_actor, clears, seals);
IF folded <> '' THEN
  INSERT INTO snapshot(session, at_seq, subject, facts, sealed) VALUES(h.id, reached, h.subject, folded, foldseal)
    ON CONFLICT (session) DO UPDATE SET at_seq = excluded.at_seq, facts = excluded.facts, sealed = excluded.sealed;
END IF;
IF listing THEN
  INSERT INTO session_list(session, subject, currency, opened, touched) VALUES(h.id, h.subject, paying, begun, touching)
    ON CONFLICT (session) DO UPDATE SET currency = excluded.currency, touched = excluded.touched, damaged = false;
END IF;
IF claiming <> '' THEN
  INSERT INTO claim(session, subject, turn, no, node, at) VALUES(h.id, h.subject, claiming, claimno, claimnode, claimat)
    ON CONFLICT (session) DO UPDATE SET turn = excluded.turn, no = excluded.no, node = excluded.node, at = excluded.at;
ELSIF lets THEN
  DELETE FROM claim c WHERE c.session = h.id;
END IF;
UPDATE head x SET seq = reached, snap = CASE WHEN folded <> '' THEN reached ELSE x.snap END,
  touched = touching, total = totalling, turns = turncount, lines = linecount WHERE x.id = h.id;
RETURN 'ok';
END $$;
