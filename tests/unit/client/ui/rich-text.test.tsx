import { ChakraProvider } from '@chakra-ui/react'
import { act, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { setThemeMode } from '#client/lib/theme-mode.ts'
import { RichText } from '#client/ui/rich-text.tsx'
import { system } from '#client/ui/theme.ts'

afterEach(() => setThemeMode('dark'))

async function draw(html: string) {
  const { container } = render(
    <ChakraProvider value={system}>
      <RichText html={html} />
    </ChakraProvider>,
  )
  // The sanitiser loads with the first text.
  await waitFor(() => expect(container.querySelector('[role=status]')).toBeNull())
  return container.firstElementChild
}

test('the usual elements of a text are kept', async () => {
  expect((await draw('<h2>الف</h2><p>ب <b>ج</b></p><ul><li>د</li></ul>'))?.innerHTML).toBe(
    '<h2>الف</h2><p>ب <b>ج</b></p><ul><li>د</li></ul>',
  )
})

test('nothing that runs or looks like ours survives', async () => {
  const inside = await draw(
    '<p onclick="alert(1)" style="position:fixed">a<img src=x onerror=alert(1)></p><script>alert(1)</script><form><input></form><svg><script>1</script></svg><div>b</div>',
  )
  expect(inside?.innerHTML).toBe('<p>a</p>b')
})

test('a link leads out safely, or is no link', async () => {
  expect((await draw('<a href="https://a.example" onclick="x()">a</a>'))?.innerHTML).toBe(
    '<a href="https://a.example" target="_blank" rel="noopener noreferrer">a</a>',
  )
  expect((await draw('<a href="java&#10;script:alert(1)">a</a><a href="//b.example">b</a>'))?.innerHTML).toBe('ab')
})

test('a picture of the guide is the one of the theme', async () => {
  const picture = '<img src="/guide/en/order-576x1024.webp" alt="">'
  expect((await draw(picture))?.querySelector('img')?.getAttribute('src')).toBe('/guide/en/order-dark-576x1024.webp')
  act(() => setThemeMode('light'))
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/guide/en/order-576x1024.webp')
})

test('a picture of ours keeps its size, any other is none', async () => {
  setThemeMode('light')
  expect(
    (await draw('<img src="/guide/fa/order-576x1024.webp" alt="سفارش" width="576" height="1024" onload="x()">'))
      ?.innerHTML,
  ).toBe(
    '<img alt="سفارش" width="576" height="1024" loading="lazy" decoding="async" src="/guide/fa/order-576x1024.webp">',
  )
  const others = await draw(
    '<p>a<img src="//b.example/c.webp"><img src="/d.webp" width="1e9" height="javascript:1"></p>',
  )
  expect([...(others?.querySelectorAll('img') ?? [])].map(({ outerHTML }) => outerHTML)).toEqual([
    '<img alt="" loading="lazy" decoding="async" src="/d.webp">',
  ])
})
