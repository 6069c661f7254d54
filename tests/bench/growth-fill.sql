-- A year of an exchange, written at once so that its ledger adds up; growth-fill.ts puts in what stands between braces. Each of
-- {groups} groups is two makers' orders, three takers' and three trades: 30 % of them lie in the last day, all in one market, the others in
-- four markets and ninety days before it. User {bot} has a fiftieth of all orders; {users} others share the rest.
set synchronous_commit = off;
set work_mem = '256MB';

insert into users (id, mobile, level, verification, referral_code, accepted_terms_at, created_at)
  select i, '+989' || lpad((300000000 + i)::text, 9, '0'), 'VIP_1', 'AUTHORIZED', 'G' || i, now(), now() - interval '95 days'
  from generate_series(1004, 1000 + {users}) as i;
update users set invited_by = case when id % 100 = 0 then {bot} else id - 1 end where id % 10 = 0 and id > 1003;
select setval('user_ids', 1001 + {users});
insert into identities (user_id, national_code, first_name, last_name, email, birth_day, telephone, state, city, postal_code, address,
    id_format, image, back_image, document_image, submitted_at)
  select i, lpad(i::text, 10, '0'), 'مینا', 'کریمی', 'a' || i || '@example.com', '1990-01-01', '02188776655', 'تهران', 'تهران', '1234567890',
    'خیابان ولیعصر', 'ID_CARD', 'g' || i || '-a.jpg', 'g' || i || '-b.jpg', 'g' || i || '-c.jpg', now() - interval '90 days'
  from generate_series(1004, 1000 + {users}) as i;

create unlogged table trade_groups as
  select g, date_trunc('milliseconds', case when g < {groups} * 7 / 10
      then now() - interval '91 days' + interval '90 days' * (g / ({groups} * 0.7))
      else now() - interval '1 day' + interval '1 day' * ((g - {groups} * 7 / 10) / ({groups} * 0.3 + 1)) end) as at,
    case when g >= {groups} * 7 / 10 then 3 else (array[2, 3, 7, 8])[1 + (random() * 3.999)::integer % 4] end as market,
    ((100000 + round(3000 * sin(g / 5000.0)) + (random() * 200)::integer - 100) * 100)::bigint as price,
    case when g % 50 = 0 then {bot} else 1005 + 2 * floor(random() * ({users} / 2 - 5))::bigint end as maker_a,
    1005 + 2 * floor(random() * ({users} / 2 - 5))::bigint as maker_b,
    case when g % 50 = 25 then {bot} else 1004 + 2 * floor(random() * ({users} / 2 - 5))::bigint end as taker_1,
    case when g % 50 = 25 then {bot} else 1004 + 2 * floor(random() * ({users} / 2 - 5))::bigint end as taker_2,
    case when g % 50 = 25 then {bot} else 1004 + 2 * floor(random() * ({users} / 2 - 5))::bigint end as taker_3
  from generate_series(0, {groups} - 1) as g;

insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage, fee_ppm,
    maker_fee_ppm, inviter_id, client_order_id, created_at)
  select {order} + 5 * g + role, owner, market, case when role < 2 then 'SELL' else 'BUY' end::side, 'LIMITED', 'FINISHED_WITH_TRANSACTION',
    price * 100000000::numeric, units, units, units * price, 0,
    case role when 0 then 2 * (100000 * price * 3 / 1000) when 1 then 100000 * price * 3 / 1000 else 400 end, 4000, 3000,
    case when role >= 2 and owner % 10 = 0 then case when owner % 100 = 0 then {bot} else owner - 1 end end,
    gen_random_uuid()::text, at + role * interval '1 ms'
  from (
    select g, at, market, price, role, (array[maker_a, maker_b, taker_1, taker_2, taker_3])[role + 1] as owner,
      case role when 0 then 200000 else 100000 end::bigint as units
    from trade_groups cross join generate_series(0, 4) as role order by g, role
  ) as placed;
insert into trades (id, market_id, taker_side, unit_price, amount, value, taker_order_id, maker_order_id, taker_user_id, maker_user_id,
    taker_fee, maker_fee, at)
  select {trade} + 3 * g + k, market, 'BUY', price * 100000000::numeric, 100000, 100000 * price, {order} + 5 * g + 2 + k,
    {order} + 5 * g + case when k < 2 then 0 else 1 end, (array[taker_1, taker_2, taker_3])[k + 1],
    case when k < 2 then maker_a else maker_b end, 400, 100000 * price * 3 / 1000, at + (k + 2) * interval '1 ms'
  from trade_groups cross join generate_series(0, 2) as k order by g, k;
insert into referral_rewards (trade_id, inviter_id, invitee_id, coin_id, amount, value_in_toman, friend_amount)
  select trades.id, inviter_id, taker_user_id, trades.market_id, 120, 1080000000, 0
  from trades join orders on orders.id = taker_order_id where inviter_id is not null order by trades.id;

create unlogged table grown_entries (seq bigint, kind entry_kind, reference text, at timestamptz);
create unlogged table grown_postings (seq bigint, owner_id bigint, bucket bucket, coin_id smallint, amount numeric);
create unlogged table gifts as
  select row_number() over () - 1 as n, owner, coin from (
    select owner, 1 as coin from (select generate_series(1004, 1000 + {users}) as owner union all select {bot}) as owners
    union all select owner, coin from (
      select owner from generate_series(1005, 1000 + {users}, 2) as owner union all select {bot}
    ) as makers cross join unnest(array[2, 3, 7, 8]) as coin
  ) as given;
insert into grown_entries (seq, kind, reference, at)
  select {entry} + n, 'credit', 'grow/' || owner || '/' || coin, now() - interval '92 days' from gifts order by n;
insert into grown_postings (seq, owner_id, bucket, coin_id, amount)
  select {entry} + n, case side when 0 then -6 else owner end, 'available', coin,
    case side when 0 then -1 else 1 end * case when owner = {bot} then 10::numeric ^ 18 else 10::numeric ^ 15 end
  from gifts cross join generate_series(0, 1) as side order by n, side;

insert into grown_entries (seq, kind, reference, at)
  select {entry} + (select count(*) from gifts) + 5 * g + role, 'order', 'order:' || ({order} + 5 * g + role), at + role * interval '1 ms'
  from trade_groups cross join generate_series(0, 4) as role order by g, role;
insert into grown_postings (seq, owner_id, bucket, coin_id, amount)
  select (select {entry} + count(*) from gifts) + 5 * g + role, owner, bucket::bucket, coin, units from (
    select g, 0 as role, maker_a as owner, 'available' as bucket, market as coin, -200000::bigint as units, 0 as place from trade_groups
    union all select g, 0, maker_a, 'blocked', market, 200000, 1 from trade_groups
    union all select g, 1, maker_b, 'available', market, -100000, 2 from trade_groups
    union all select g, 1, maker_b, 'blocked', market, 100000, 3 from trade_groups
    union all select g, 2 + k, posted.owner, posted.bucket, posted.coin, posted.units, 4 + posted.place
      from trade_groups cross join generate_series(0, 2) as k
      cross join lateral (select (array[taker_1, taker_2, taker_3])[k + 1] as taker, case when k < 2 then maker_a else maker_b end as maker) as parties
      cross join lateral (values
        (maker, 'blocked', market, -100000::bigint, 0), (taker, 'available', market, 99600, 1),
        (-1::bigint, 'available', market, case when taker % 10 = 0 then 280 else 400 end, 2), (taker, 'available', 1, -100000 * price, 3),
        (maker, 'available', 1, 100000 * price - 100000 * price * 3 / 1000, 4), (-1::bigint, 'available', 1, 100000 * price * 3 / 1000, 5),
        (case when taker % 10 = 0 then case when taker % 100 = 0 then {bot} else taker - 1 end end, 'available', market, 120, 6)
      ) as posted (owner, bucket, coin, units, place)
    where posted.owner is not null
  ) as moved order by g, role, place;

-- Open orders, half selling far above the market and half buying far below it.
insert into orders (id, user_id, market_id, side, kind, status, unit_price, amount, executed, executed_value, held, wage, fee_ppm,
    maker_fee_ppm, client_order_id, created_at)
  select {order} + 5 * {groups} + i, owner, market, side::side, 'LIMITED', 'IS_OPEN', price * 100000000::numeric, 100000, 0, 0,
    case side when 'SELL' then 100000 else 100000 * price end, 0, 4000, 3000, gen_random_uuid()::text,
    now() - interval '1 hour' + i * interval '1 ms'
  from (
    select i, case when i < 40 then {bot} else 1005 + 2 * ((i * 7919) % ({users} / 2 - 5)) end as owner,
      (array[2, 3, 7, 8])[1 + i % 4] as market, case when i % 2 = 0 then 'SELL' else 'BUY' end as side,
      (case when i % 2 = 0 then 120000 + (i % 2000) * 10 else 80000 - (i % 2000) * 10 end)::bigint * 100 as price
    from generate_series(0, {open} - 1) as i
  ) as standing;
insert into grown_entries (seq, kind, reference, at)
  select {entry} + (select count(*) from gifts) + id - {order}, 'order', 'order:' || id, created_at
  from orders where id >= {order} + 5 * {groups} order by id;
insert into grown_postings (seq, owner_id, bucket, coin_id, amount)
  select (select {entry} + count(*) from gifts) + id - {order}, user_id, bucket::bucket, case side when 'SELL' then market_id else 1 end,
    case bucket when 'available' then -held else held end
  from orders cross join unnest(array['available', 'blocked']) as bucket where id >= {order} + 5 * {groups} order by id, bucket;

insert into ledger_entries
  select seq, at, kind, reference, accounts, amounts from grown_entries join (
    select seq, array_agg(owner_id * 65536 + coin_id * 2 + case bucket when 'blocked' then 1 else 0 end) as accounts,
      array_agg(amount) as amounts
    from grown_postings group by seq
  ) as posted using (seq) order by seq;

insert into balances (owner_id, coin_id, available, blocked)
  select owner_id, coin_id, coalesce(sum(amount) filter (where bucket = 'available'), 0),
    coalesce(sum(amount) filter (where bucket = 'blocked'), 0)
  from postings group by 1, 2
  on conflict (owner_id, coin_id) do update set available = excluded.available, blocked = excluded.blocked;

insert into outcomes (user_id, key, fingerprint, outcome, at)
  select user_id, client_order_id, side || ' LIMITED ' || market_id || ' ' || amount || ' ' || unit_price,
    case when status = 'IS_OPEN' then id || ' O' else id || ' F ' || executed || ' ' || executed_value || ' ' || wage end, created_at
  from orders where created_at > now() - interval '1 day' and client_order_id is not null order by created_at;

insert into candles (market_id, width_seconds, sandbox, opens_at, open, high, low, close, volume)
  select market_id, 60, false, date_trunc('minute', at), (array_agg(unit_price order by id))[1], max(unit_price), min(unit_price),
    (array_agg(unit_price order by id desc))[1], sum(amount)
  from trades where maker_order_id is not null group by market_id, date_trunc('minute', at)
  on conflict (market_id, width_seconds, sandbox, opens_at) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume;

insert into logins (user_id, at, ip, device_type, os_type, browser, successful)
  select case when i % 100 = 0 then {bot} else 1004 + (random() * ({users} - 10))::bigint end,
    now() - interval '90 days' * (1 - i / ({users} * 10.0)), '5.112.3.4', 'MOBILE', 'ANDROID', 'CHROME', true
  from generate_series(1, {users} * 10) as i;
insert into toman_deposits (user_id, amount, gateway, card_masked, status, key, fingerprint, created_at, settled_at)
  select case when i % 50 = 0 then {bot} else 1004 + (i * 7919) % ({users} - 10) end, 1000000000, 'ZARINPAL', '603799******1234',
    'UNCONFIRMED', 'g' || i, 'g', now() - interval '90 days', now() - interval '90 days'
  from generate_series(1, {users}) as i;
drop table trade_groups, gifts, grown_entries, grown_postings;
analyze;
