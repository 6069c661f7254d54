/** A body as text, and a description of its change. */
export interface Spoiled {
  readonly what: string
  readonly text: string
}

interface Weapons {
  /** The fields that the schema knows. */
  readonly fields: readonly string[]
  readonly values: readonly string[]
  readonly keys: readonly string[]
}

/**
 * A valid body with each of its values, at any depth, replaced by each hostile one; with each further field of the schema set to
 * each hostile value; with unknown and repeated keys.
 */
export function* spoilJson(sample: unknown, { fields, values, keys }: Weapons): Generator<Spoiled> {
  for (const value of values) yield { what: 'the body', text: value }
  yield* spoilNode(sample, { path: [], write: (text) => text })

  function* spoilNode(
    node: unknown,
    { path, write }: { path: readonly string[]; write: (text: string) => string },
  ): Generator<Spoiled> {
    const name = path.join('.')
    if (Array.isArray(node)) {
      yield { what: `${name}: 21 of them`, text: write(JSON.stringify(Array(21).fill(node[0]))) }
      for (const [i, item] of node.entries()) {
        const put = (text: string) =>
          write(`[${node.map((each, j) => (i === j ? text : JSON.stringify(each))).join()}]`)
        for (const value of values) yield { what: `${name}[${i}]`, text: put(value) }
        yield* spoilNode(item, { path: [...path, String(i)], write: put })
      }
    } else if (node !== null && typeof node === 'object') {
      const own = Object.entries(node)
      const others = (but: string) =>
        own.filter(([key]) => key !== but).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)
      const put = (key: string, text: string) => write(`{${[...others(key), `${JSON.stringify(key)}:${text}`].join()}}`)
      for (const key of new Set([...own.map(([known]) => known), ...fields]))
        for (const value of values) yield { what: [...path, key].join('.'), text: put(key, value) }
      for (const [key] of own) yield { what: `${name} without ${key}`, text: write(`{${others(key).join()}}`) }
      for (const [key, value] of own)
        yield { what: `${key} twice`, text: put(key, `${JSON.stringify(value)},${JSON.stringify(key)}:null`) }
      for (const key of keys) yield { what: `${name} with ${key}`, text: put(key, '"1"') }
      for (const [key, value] of own) yield* spoilNode(value, { path: [...path, key], write: (text) => put(key, text) })
    }
  }
}
