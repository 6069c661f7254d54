import { describe, expect, it } from 'vitest'
import { codeEmail } from '#server/accounts/code-email.ts'
import { SMS_PURPOSES } from '#server/providers/sms/sms.ts'

const OF = { to: 'mina@example.com', code: '482913', seconds: 120, phrase: 'زعفران <قائن>' } as const

describe('the e-mail of a code', () => {
  it.each(SMS_PURPOSES)('for %s says what it is for, how long it is good, and warns, in both languages', (purpose) => {
    const persian = codeEmail({ ...OF, purpose, language: 'fa' })
    expect(persian.text).toContain('۲ دقیقه')
    expect(persian.text).toContain('به هیچ‌کس ندهید')
    const english = codeEmail({ ...OF, purpose, language: 'en' })
    expect(english.text).toContain('2 minutes')
    expect(english.text).toContain('Never share it.')
    for (const { subject, text, html } of [persian, english]) {
      expect(text).toContain('\n482913\n')
      // Locked screens show subjects.
      expect(subject).not.toContain('482913')
      expect(html).toContain('>482913</p>')
    }
  })

  it('has a subject of its own for each purpose', () => {
    for (const language of ['fa', 'en'] as const) {
      const subjects = SMS_PURPOSES.map((purpose) => codeEmail({ ...OF, purpose, language }).subject)
      expect(new Set(subjects).size).toBe(SMS_PURPOSES.length)
    }
  })

  it('carries the user’s phrase as text, runs in the direction of its language, and loads nothing', () => {
    const { html, text } = codeEmail({ ...OF, purpose: 'login', language: 'fa' })
    expect(text).toContain('عبارت امنیتی شما: زعفران <قائن>')
    expect(html).toContain('زعفران &lt;قائن&gt;')
    expect(html).toContain('<html lang="fa" dir="rtl">')
    expect(html).not.toMatch(/<img|src=|url\(|https?:|<script/)
    expect(codeEmail({ ...OF, purpose: 'login', language: 'en', phrase: undefined }).html).not.toContain('phrase')
    expect(codeEmail({ ...OF, purpose: 'login', language: 'en' }).html).toContain('dir="ltr"')
  })
})
