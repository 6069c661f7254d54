-- The network and the name of a program that signed in, hashed: a program keeps no cookie by which its device could be known. Absent for browsers.
alter table logins add column origin bytea;
