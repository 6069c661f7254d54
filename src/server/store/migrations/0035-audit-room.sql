-- The room of the audit log: by kind, and by day.
create index audit_log_by_kind on audit_log (kind, id desc);
create index audit_log_by_time on audit_log (at, id desc);
