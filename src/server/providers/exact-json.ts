/**
 * `JSON.parse` with every number as the text that stood in the source ("92000.10", "1e-7", "9007199254740993"), so that
 * no price, amount or reference passes through a float. Throws a SyntaxError like `JSON.parse`.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  )
}
