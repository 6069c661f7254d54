-- The owner of a table alone may analyse it, and the process with the jobs, which copies the balances, is not the owner.
create function analyze_liability_balances() returns void
  language plpgsql security definer set search_path from current
  as 'begin analyze liability_balances; end';
