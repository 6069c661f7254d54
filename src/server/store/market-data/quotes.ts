import type { Queryable } from '../database.ts'

/** Keeps the newest answer of the price feed, as JSON. */
export async function saveQuotes(database: Queryable, { quotes, at }: { quotes: string; at: Date }): Promise<void> {
  await database.query(
    `insert into price_quotes (id, quotes, asked_at) values (1, $1, $2)
     on conflict (id) do update set quotes = excluded.quotes, asked_at = excluded.asked_at`,
    [quotes, at],
  )
}

/** `undefined` before the first answer. */
export async function readQuotes(database: Queryable): Promise<string | undefined> {
  const [row] = await database.query<{ quotes: string }>('select quotes from price_quotes')
  return row?.quotes
}
