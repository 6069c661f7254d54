-- A user's deposits of one status, however many others lie between them.

create index toman_deposits_by_status on toman_deposits (user_id, status, id desc);
