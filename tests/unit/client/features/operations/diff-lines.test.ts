import { expect, test } from 'vitest'
import { diffLines } from '#client/features/operations/content/text-diff.tsx'

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`)

test.each([
  ['nothing changed', 'a\nb', 'a\nb', [' a', ' b']],
  ['a line was changed', 'a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['lines were added at both ends', 'b', 'a\nb\nc', ['+a', ' b', '+c']],
  ['all was replaced', 'a\nb', 'c', ['-a', '-b', '+c']],
  ['nothing was there', '', 'a\nb', ['+a', '+b']],
  ['a line was moved', 'a\nb\nc', 'b\nc\na', ['-a', ' b', ' c', '+a']],
])('%s', (_what, before, after, lines) => expect(shown(before, after)).toEqual(lines))
