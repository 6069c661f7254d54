import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ContactPage } from '#client/features/public/contact-page.tsx'
import Footer from '#client/features/shell/footer.tsx'
import { getExchangeInfo } from '#contract/exchange-info.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()

const LINKS = {
  telegram: 'https://telegram.example/',
  instagram: 'https://instagram.example/',
  linkedin: 'https://linkedin.example/',
  twitter: 'https://x.example/',
  whatsapp: 'https://whatsapp.example/',
  appAndroid: 'https://android.example/',
  appIOS: 'https://ios.example/',
}

test('every link that operators can set is on the contact page and at the foot of every page, each under a name of its own', async () => {
  const facts = { address: 'Tehran', email: 'help@kimia.example', number: '021-1234', privacyPolicy: '' }
  server.use(mockEndpoint(getExchangeInfo, { content: [{ ...facts, ...LINKS, language: 'en' }] }))
  await drawClient(
    <>
      <main>
        <ContactPage />
      </main>
      <Footer />
    </>,
    { language: 'en' },
  )
  for (const place of [await screen.findByRole('main'), await screen.findByRole('contentinfo')]) {
    await within(place).findByRole('link', { name: 'Telegram' })
    const links = [...place.querySelectorAll('a[target=_blank]')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Object.values(LINKS))
    expect(new Set(links.map(({ textContent }) => textContent)).size).toBe(links.length)
  }
})

test('the foot of every page leads to the proof of liabilities', async () => {
  server.use(mockEndpoint(getExchangeInfo, { content: [] }))
  await drawClient(<Footer />, { language: 'en' })
  const foot = within(await screen.findByRole('contentinfo'))
  expect(foot.getByRole('link', { name: 'Proof of liabilities' })).toHaveAttribute('href', '/liabilities')
})
