import type { Decoder } from './decoder.ts'
import { UnreadableValue } from './unreadable-value.ts'

/** Reads a PostgreSQL array literal, nested or not: `{1,NULL,"a,\"b\""}`. */
export function parseArray(literal: string, decode: Decoder): unknown[] {
  const start = literal.indexOf('{')
  return readArray({ text: literal, at: start + 1 }, decode)
}

interface Cursor {
  readonly text: string
  at: number
}

function readArray(cursor: Cursor, decode: Decoder): unknown[] {
  const values: unknown[] = []
  for (;;) {
    const character = cursor.text[cursor.at]
    if (character === undefined) throw new UnreadableValue('an array literal without its end')
    if (character === '}') {
      cursor.at++
      return values
    }
    if (character === ',') cursor.at++
    else values.push(readElement(cursor, decode))
  }
}

function readElement(cursor: Cursor, decode: Decoder): unknown {
  switch (cursor.text[cursor.at]) {
    case '{':
      cursor.at++
      return readArray(cursor, decode)
    case '"':
      return decode(readQuoted(cursor))
    default: {
      const bare = readBare(cursor)
      return bare === 'NULL' ? null : decode(bare)
    }
  }
}

function readBare(cursor: Cursor): string {
  const start = cursor.at
  while (!',}'.includes(cursor.text[cursor.at] ?? '}')) cursor.at++
  return cursor.text.slice(start, cursor.at)
}

function readQuoted(cursor: Cursor): string {
  const start = ++cursor.at
  let escaped = false
  for (;;) {
    const character = cursor.text[cursor.at]
    if (character === undefined) throw new UnreadableValue('an array literal without its end')
    if (character === '"') break
    if (character === '\\') {
      escaped = true
      cursor.at++
    }
    cursor.at++
  }
  const raw = cursor.text.slice(start, cursor.at++)
  return escaped ? raw.replace(/\\(.)/gs, '$1') : raw
}
