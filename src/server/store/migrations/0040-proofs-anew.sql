-- When the user of a session last proved by a step of its own to be there: a login does not count. What hands out lasting power asks for that.
alter table sessions add column proven_anew_at timestamptz;
