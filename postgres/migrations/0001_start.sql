-- Times are Unix milliseconds by this server's clock. Rows inside the database name a session by its number (head.id), and
-- each row of a person names the subject, by which row security lets it be seen and written.

DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['evercart_app', 'evercart_jobs', 'evercart_operator'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = r) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT NOSUPERUSER NOBYPASSRLS', r);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this server was faster
      END;
    END IF;
  END LOOP;
  -- The app takes another office for one transaction at a time; NOINHERIT, so it has their rights in no other.
  FOREACH r IN ARRAY ARRAY['evercart_jobs', 'evercart_operator'] LOOP
    IF NOT pg_has_role('evercart_app', r, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO evercart_app', r);
    END IF;
  END LOOP;
END $$;

CREATE TABLE meta (
  name  text COLLATE "C" PRIMARY KEY,
  value bigint NOT NULL
) WITH (fillfactor = 20);
INSERT INTO meta(name, value) VALUES ('goods', 0), ('shelf', 0), ('check', 0);

CREATE TABLE shopper (
  subject text COLLATE "C" PRIMARY KEY,
  life    text COLLATE "C" NOT NULL UNIQUE,
  into_   text COLLATE "C" NOT NULL DEFAULT '', -- the shopper that this guest was joined to
  version bigint NOT NULL,          -- grows with every change of the row
  ended   bigint NOT NULL DEFAULT 0, -- when an erasure ended this life: a first row that waits for this one's lock sees it here
  facts   text NOT NULL,            -- JSON
  sealed  bytea
);
CREATE INDEX shopper_into ON shopper(into_) WHERE into_ <> '';

CREATE TABLE outside (              -- keyed hashes of outside ids
  hash    bytea PRIMARY KEY,
  subject text COLLATE "C" NOT NULL
);
CREATE INDEX outside_subject ON outside(subject);

CREATE TABLE ended (                -- lives that an erasure has ended: what names one comes too late
  life text COLLATE "C" PRIMARY KEY,
  at   bigint NOT NULL
);

CREATE TABLE receipt (
  id    text COLLATE "C" PRIMARY KEY,
  at    bigint NOT NULL,
  parts text NOT NULL               -- JSON
);

CREATE TABLE head (                 -- the session row is the lock; nothing that a turn changes is indexed
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  session uuid NOT NULL UNIQUE,
  seq     bigint NOT NULL,          -- of the last event = the version
  snap    bigint NOT NULL,          -- seq of the snapshot; 0 = none
  life    text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX head_subject ON head(subject);
CREATE INDEX head_life ON head(life);

CREATE TABLE claim (                -- turns that run: few rows, so that an index of the head need not know of them
  session bigint PRIMARY KEY,
  subject text COLLATE "C" NOT NULL,
  turn    text COLLATE "C" NOT NULL,
  no      bigint NOT NULL,
  node    text COLLATE "C" NOT NULL,
  at      bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE event (
  session bigint NOT NULL,
  seq     bigint NOT NULL,
  at      bigint NOT NULL,
  lead    integer NOT NULL,         -- on the first event of a write: how many events it has; else 0
  schema_ integer NOT NULL,
  faded   boolean NOT NULL DEFAULT false, -- its sealed part was emptied
  subject text COLLATE "C" NOT NULL,
  turn    text COLLATE "C" NOT NULL,
  write_  text COLLATE "C" NOT NULL,
  actor   text COLLATE "C" NOT NULL,
  kind    text COLLATE "C" NOT NULL,
  facts   text NOT NULL,
  sealed  bytea,
  PRIMARY KEY (session, seq)
);
CREATE UNIQUE INDEX event_write ON event(session, write_) WHERE lead > 0;

CREATE TABLE snapshot (
  session bigint PRIMARY KEY,
  at_seq  bigint NOT NULL,
  subject text COLLATE "C" NOT NULL,
  facts   text NOT NULL,
  sealed  bytea
) WITH (fillfactor = 50);

CREATE TABLE turn (
  session bigint NOT NULL,
  opened  bigint NOT NULL,
  closed  bigint NOT NULL DEFAULT 0,
  turn    text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  mac     bytea,
  PRIMARY KEY (session, turn)
) WITH (fillfactor = 80);

CREATE TABLE session_list (         -- what tables of sessions sort and show; written with the snapshot
  session  bigint PRIMARY KEY,
  seq      bigint NOT NULL,
  total    bigint NOT NULL,
  opened   bigint NOT NULL,
  touched  bigint NOT NULL,
  turns    integer NOT NULL,
  lines    integer NOT NULL,
  damaged  boolean NOT NULL DEFAULT false,
  currency text COLLATE "C" NOT NULL,
  subject  text COLLATE "C" NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX session_list_touched ON session_list(touched, session);
CREATE INDEX session_list_subject ON session_list(subject, touched);

CREATE TABLE job (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind    text COLLATE "C" NOT NULL,
  key     text COLLATE "C" NOT NULL,
  session text COLLATE "C" NOT NULL,
  life    text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL DEFAULT '', -- of the session whose change asked for it
  due     bigint NOT NULL,
  until   bigint NOT NULL DEFAULT 0, -- end of the lease
  attempt integer NOT NULL DEFAULT 0,
  fence   bigint NOT NULL DEFAULT 0,
  holder  text COLLATE "C" NOT NULL DEFAULT '',
  parked  boolean NOT NULL DEFAULT false,
  why     text COLLATE "C" NOT NULL DEFAULT '',
  body    bytea
);
CREATE UNIQUE INDEX job_key ON job(kind, key) WHERE key <> '';
CREATE INDEX job_due ON job(due, id) WHERE NOT parked;
CREATE INDEX job_life ON job(life) WHERE life <> '';

CREATE TABLE product (              -- no variants = dropped, kept so that indexes hear of it
  id      text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL UNIQUE,   -- meta.goods at its last change, or of one of its variants
  facts   text NOT NULL
);

CREATE TABLE variant (
  fold    text COLLATE "C" PRIMARY KEY, -- the SKU as it is compared
  product text COLLATE "C" NOT NULL,
  place   integer NOT NULL,
  source  text COLLATE "C" NOT NULL,
  stock   integer NOT NULL,         -- -1 = not counted
  version bigint NOT NULL,          -- what quotes rely on
  facts   text NOT NULL             -- JSON of the rest
) WITH (fillfactor = 80);
CREATE INDEX variant_product ON variant(product, place);
CREATE INDEX variant_source ON variant(source);

CREATE TABLE feed (                 -- a feed counts when its content is new; one node at a time takes a source over
  source text COLLATE "C" PRIMARY KEY,
  hash   bytea NOT NULL DEFAULT '',
  holder text COLLATE "C" NOT NULL DEFAULT '',
  until  bigint NOT NULL DEFAULT 0
);

CREATE TABLE coupon (
  code text COLLATE "C" PRIMARY KEY, -- folded
  uses integer NOT NULL             -- left; -1 = without end
);

CREATE TABLE node (
  node  text COLLATE "C" PRIMARY KEY,
  beat  bigint NOT NULL,
  since bigint NOT NULL             -- beats without a gap since then
) WITH (fillfactor = 50);

CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN (extract(epoch FROM clock_timestamp()) * 1000)::bigint;

-- Who may see and write what. The subjects of a transaction stand in evercart.subjects; without them there are none.
CREATE FUNCTION my_subjects() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
  RETURN string_to_array(current_setting('evercart.subjects', true), ',');

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['shopper', 'outside', 'head', 'claim', 'event', 'snapshot', 'turn', 'session_list', 'job'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY jobs ON %I TO evercart_jobs USING (true) WITH CHECK (true)', t);
    EXECUTE format('CREATE POLICY operator ON %I FOR SELECT TO evercart_operator USING (true)', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['head', 'claim', 'event', 'snapshot', 'turn', 'session_list', 'job'] LOOP
    EXECUTE format('CREATE POLICY own ON %I TO evercart_app USING (subject = ANY ((SELECT my_subjects())::text[])) WITH CHECK (subject = ANY ((SELECT my_subjects())::text[]))', t);
  END LOOP;
END $$;
CREATE POLICY own ON shopper TO evercart_app
  USING (subject = ANY ((SELECT my_subjects())::text[]) OR into_ = ANY ((SELECT my_subjects())::text[]))
  WITH CHECK (subject = ANY ((SELECT my_subjects())::text[]));
-- outside has no policy for the app: who is behind an outside id is found out by the office of jobs alone.

GRANT SELECT ON ALL TABLES IN SCHEMA public TO evercart_app, evercart_jobs, evercart_operator;
GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO evercart_jobs;
GRANT INSERT ON head, claim, event, snapshot, turn, session_list, job TO evercart_app;
GRANT UPDATE ON head, claim, snapshot, turn, session_list, shopper, variant, product, coupon, meta TO evercart_app;
GRANT UPDATE (faded, sealed) ON event TO evercart_app;
GRANT DELETE ON claim, snapshot TO evercart_app;
