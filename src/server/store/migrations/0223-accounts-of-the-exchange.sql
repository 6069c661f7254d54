-- The notices of orders leave out the accounts that the exchange trades with, and ask which they are every second.
create index users_of_the_exchange on users (id) where house_name is not null or level = 'SUPERVISOR';
