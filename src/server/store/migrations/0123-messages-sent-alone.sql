-- Whether an operator sent a message without another's approval: all those of a day together have a bound.
alter table broadcasts add column sent_alone boolean not null default true;
create index broadcasts_sent_alone on broadcasts (sent_by, sent_at) where sent_alone;
