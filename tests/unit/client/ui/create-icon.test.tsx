import { render } from '@testing-library/react'
import { ArrowLeftRight, ScanFace, Sun, Wallet } from 'lucide-react'
import { expect, test } from 'vitest'
import createIcon from '#client/ui/create-icon.ts'

const ICONS = [
  { name: 'sun', Theirs: Sun },
  { name: 'wallet', Theirs: Wallet },
  { name: 'scan-face', Theirs: ScanFace },
  { name: 'arrow-left-right', Theirs: ArrowLeftRight },
]

/** All of a drawing but the names that Lucide gives it for style sheets. */
function attributesOf(svg: Element | null): Record<string, string> {
  const all = [...(svg?.attributes ?? [])].map(({ name, value }) => [name, value])
  return Object.fromEntries(all.filter(([name]) => name !== 'class'))
}

test.each(ICONS)('$name looks as Lucide draws it', async ({ name, Theirs }) => {
  const file = `lucide-react/icons/${name}`
  const { __iconData: drawing } = await import(/* @vite-ignore */ file)
  const Ours = createIcon(drawing)
  const own = render(<Ours size={20} strokeWidth={1.5} aria-hidden="true" />).container.firstElementChild
  const theirs = render(<Theirs size={20} strokeWidth={1.5} aria-hidden="true" />).container.firstElementChild
  expect(own?.innerHTML).toBe(theirs?.innerHTML)
  expect(attributesOf(own)).toEqual(attributesOf(theirs))
})
