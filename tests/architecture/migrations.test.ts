import { describe, expect, test } from 'vitest'
import { LAST_RELEASE, readMigrations } from '#server/store/migrate.ts'
import { notAdditive } from './additive.ts'

const REASON = 'the last release reads the column no more, and its migration 0031 filled the other.'

describe('migrations after the last release leave its processes what they know', () => {
  test('in the tree', async () => {
    const all = await readMigrations('src/server/store/migrations')
    expect(all.map(({ name }) => name)).toContain(LAST_RELEASE.migration)
    const since = all.filter(({ name }) => name > LAST_RELEASE.migration)
    const faults = await Promise.all(since.map(async ({ name, sql }) => [name, await notAdditive(sql)]))
    expect(faults).toEqual(since.map(({ name }) => [name, []]))
  })

  test.each([
    ['drop table orders', ['DropStmt']],
    ['drop index orders_open', ['DropStmt']],
    ['alter table orders drop column amount', ['AT_DropColumn of orders']],
    ['alter table orders rename column amount to quantity', ['RenameStmt']],
    ['alter table orders rename to offers', ['RenameStmt']],
    ['alter table orders alter column amount type integer', ['AT_AlterColumnType of orders']],
    ['alter table orders alter amount set not null', ['AT_SetNotNull of orders']],
    ['alter table orders alter amount drop default', ['AT_ColumnDefault of orders']],
    ['alter table orders add constraint c check (amount < 5)', ['AT_AddConstraint of orders']],
    ['alter table orders add column c text not null', ['the column c of orders, which must be written']],
    ['create unique index one on orders (user_id)', ['a unique index on orders']],
    ["alter type order_status rename value 'IS_OPEN' to 'OPEN'", ['a renamed value']],
    ['delete from orders', ['DeleteStmt']],
    ['create or replace function f() returns int language sql return 1', ['a replaced function']],
    ['do $$ begin drop table orders; end $$', ['DoStmt']],
    ['create trigger t before insert on orders for each row execute function f()', ['CreateTrigStmt']],
    ['-- Second of two releases: it is so.\ndrop table orders', ['DropStmt']],
  ])('not: %s', async (sql, faults) => {
    expect(await notAdditive(sql)).toEqual(faults)
  })

  test.each([
    'create table t (id bigint primary key); create unique index i on t (id); alter table t add constraint c check (id > 0)',
    "alter table orders add column c text check (c in ('A', 'B')), add d integer not null default 0",
    'create index i on orders (user_id)',
    'create function f() returns int language sql return 1',
    "alter type order_status add value 'HELD'",
    'update orders set amount = amount; insert into coins default values',
    `-- Second of two releases: ${REASON}\nalter table orders drop column amount`,
    `-- Stops the last release: ${REASON}\ndrop table orders`,
  ])('but: %s', async (sql) => {
    expect(await notAdditive(sql)).toEqual([])
  })
})
