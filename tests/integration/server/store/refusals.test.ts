import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { DatabaseError } from '#server/store/database.ts'
import { eachDatabase } from '#tests/setup/databases.ts'

eachDatabase('a refusal of the database', (open) => {
  test('names the constraint that was broken, and repeats no value of the row', async () => {
    const database = await open()
    await database.transaction(async (tx) => tx.script('create table people (national_code text primary key)'))
    const insert = () => database.query('insert into people values ($1)', ['0012345679'])
    await insert()
    const refusal = await insert().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseError)
    expect(refusal).toMatchObject({ code: '23505', constraint: 'people_pkey', table: 'people' })
    expect(inspect(refusal, { depth: 5 })).not.toContain('0012345679')
  })
})
