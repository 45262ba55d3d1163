-- A row of a session is written by whom the session belongs to: what stands in the row itself, the subject, may be one's own in a row that
-- names another's session. The head is read as who writes reads it, so another's is not there, and the subject that was asked for before need
-- not be looked for a second time: the check costs one look by the key of a row that is held already.
DO $$
DECLARE
  t text;
  mine CONSTANT text := '(subject IN (SELECT unnest(my_subjects())))';
BEGIN
  FOREACH t IN ARRAY ARRAY['claim', 'change', 'snapshot', 'session_list'] LOOP
    EXECUTE format('DROP POLICY own ON %I', t);
    EXECUTE format('CREATE POLICY own ON %I FOR SELECT TO evercart_app USING %s', t, mine);
    EXECUTE format('CREATE POLICY own_changed ON %I FOR UPDATE TO evercart_app USING %s', t, mine);
    EXECUTE format('CREATE POLICY own_ended ON %I FOR DELETE TO evercart_app USING %s', t, mine);
    EXECUTE format('CREATE POLICY own_new ON %I FOR INSERT TO evercart_app
      WITH CHECK (subject = (SELECT h.subject FROM head h WHERE h.id = %I.session))', t, t);
  END LOOP;
END $$;

-- Erasures are asked for by upkeep alone, in the commit that ends the lives. A job names a session as callers do.
CREATE POLICY tied ON job AS RESTRICTIVE FOR INSERT TO evercart_app
  WITH CHECK (kind <> 'erase' AND (session = '' OR subject = (SELECT h.subject FROM head h WHERE h.session = job.session::uuid)));

-- Nobody moves a row to another session, subject or life, nor joins shoppers: what ties it is not among what may be changed.
REVOKE UPDATE ON head, claim, snapshot, session_list, shopper FROM evercart_app;
GRANT UPDATE (seq, snap, touched, total, turns, lines) ON head TO evercart_app;
GRANT UPDATE (turn, no, node, at) ON claim TO evercart_app;
GRANT UPDATE (at_seq, facts, sealed) ON snapshot TO evercart_app;
GRANT UPDATE (currency, touched, damaged) ON session_list TO evercart_app;
GRANT UPDATE (version, facts, sealed) ON shopper TO evercart_app;
