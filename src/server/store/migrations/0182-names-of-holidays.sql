-- What a holiday is: the name of a known one ("ASHURA"), or the words of the operator who has added it.
alter table holidays add column name text;
update holidays set name = case substr(day, 5)
  when '0112' then 'REPUBLIC' when '0113' then 'NATURE' when '0314' then 'KHOMEINI' when '0315' then 'KHORDAD_15'
  when '1122' then 'REVOLUTION' when '1229' then 'OIL' else 'NOWRUZ' end
  where substr(day, 5) in ('0101', '0102', '0103', '0104', '0112', '0113', '0314', '0315', '1122', '1229');
