#!/bin/sh
# Makes the roles and databases of compose.yaml, once, when PostgreSQL is begun: an owner who may make tables and roles and does
# not serve, and the role that serves, which owns nothing. The superuser is used for nothing else.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner OWNER_PASSWORD
\getenv shop SHOP_PASSWORD
CREATE ROLE evercart_owner LOGIN CREATEROLE PASSWORD :'owner';
CREATE ROLE shop LOGIN NOINHERIT PASSWORD :'shop';
CREATE DATABASE evercart OWNER evercart_owner;
CREATE DATABASE evercart_keys OWNER evercart_owner;
REVOKE CONNECT, TEMPORARY ON DATABASE evercart, evercart_keys FROM PUBLIC;
GRANT CONNECT ON DATABASE evercart, evercart_keys TO shop;
SQL
