import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The whole lines of a file; a last one that was cut off is taken away. */
export function readLines(file: string): string[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) writeFileSync(file, whole)
  return whole.split('\n').filter((line) => line !== '')
}
