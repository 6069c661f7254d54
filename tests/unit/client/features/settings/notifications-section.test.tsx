import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { NotificationsSection } from '#client/features/settings/notifications-section.tsx'
import { words as en } from '#client/locales/en/notifications.ts'
import { words as fa } from '#client/locales/fa/notifications.ts'
import { REFUSALS } from '#contract/errors.ts'
import { getNotificationPreferences, setNotificationPreferences } from '#contract/notifications.ts'
import { USUAL_PREFERENCES } from '#domain/notices.ts'
import { changePreferences, type PreferenceChange, preferencesOnWire } from '#server/notifications/preferences.ts'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { mockEndpoint, refuseWith } from '#tests/builders/mock-endpoint.ts'

const server = clientServer()

describe.each(['fa', 'en'] as const)('how a user wants to be told (%s)', (language) => {
  const words = { fa, en }[language]
  let kept = USUAL_PREFERENCES
  const asked: unknown[] = []
  const onWire = () => ({ baseDTO: preferencesOnWire(kept, ['PUSH', 'EMAIL', 'SMS']) })
  const boxOf = (group: keyof typeof words.group, channel: keyof typeof words.channel) =>
    screen.findByRole('checkbox', {
      name: words.preferences.by
        .replace('{{group}}', words.group[group])
        .replace('{{channel}}', words.channel[channel]),
    })

  beforeEach(() => {
    kept = USUAL_PREFERENCES
    asked.length = 0
    server.use(
      mockEndpoint(getNotificationPreferences, onWire),
      mockEndpoint(setNotificationPreferences, ({ body }) => {
        asked.push(body)
        kept = changePreferences(kept, body as PreferenceChange) ?? kept
        return onWire()
      }),
    )
  })

  test('is a table of topics and channels, in which security by SMS and e-mail is no choice', async () => {
    await drawClient(<NotificationsSection />, { language })
    expect(await boxOf('ORDERS', 'PUSH')).toBeChecked()
    expect(await boxOf('ORDERS', 'EMAIL')).not.toBeChecked()
    const security = screen.getByRole('row', { name: new RegExp(words.group.SECURITY) })
    expect(within(security).getAllByText(words.preferences.always)).toHaveLength(2)
    expect(within(security).getAllByRole('checkbox')).toHaveLength(1)
  })

  test('is kept at once, one choice at a time', async () => {
    await drawClient(<NotificationsSection />, { language })
    await userEvent.click(await boxOf('ORDERS', 'EMAIL'))
    expect(asked).toEqual([{ choices: [{ group: 'ORDERS', channel: 'EMAIL', on: true }] }])
    expect(await boxOf('ORDERS', 'EMAIL')).toBeChecked()
    await userEvent.click(screen.getByRole('checkbox', { name: words.preferences.amounts }))
    expect(asked.at(-1)).toEqual({ showsAmounts: false })
  })

  test('two presses are both kept, however slowly the first is answered', async () => {
    const answers: (() => void)[] = []
    server.use(
      mockEndpoint(setNotificationPreferences, async ({ body }) => {
        asked.push(body)
        await new Promise<void>((answer) => answers.push(answer))
        kept = changePreferences(kept, body as PreferenceChange) ?? kept
        return onWire()
      }),
    )
    await drawClient(<NotificationsSection />, { language })
    await userEvent.click(await boxOf('ORDERS', 'EMAIL'))
    await userEvent.click(await boxOf('MONEY', 'PUSH'))
    const areShown = async () => {
      expect(await boxOf('ORDERS', 'EMAIL')).toBeChecked()
      expect(await boxOf('MONEY', 'PUSH')).not.toBeChecked()
    }
    await areShown()
    // The second call waits for the first, so that no answer can overtake another.
    expect(asked).toHaveLength(1)
    await waitFor(() => expect(answers).toHaveLength(1))
    answers[0]?.()
    await waitFor(() => expect(answers).toHaveLength(2))
    await areShown()
    answers[1]?.()
    await waitFor(() => expect(kept).not.toEqual(USUAL_PREFERENCES))
    await areShown()
  })

  test('quiet hours begin with the night, and are chosen by the half hour', async () => {
    await drawClient(<NotificationsSection />, { language })
    await userEvent.click(await screen.findByRole('checkbox', { name: words.preferences.quietOn }))
    expect(asked).toEqual([{ quietHours: { from: 1_380, to: 420 } }])
    const from = await screen.findByRole('combobox', { name: words.preferences.from })
    expect(within(from).getAllByRole('option')).toHaveLength(48)
    await userEvent.selectOptions(from, language === 'fa' ? '۲۲:۳۰' : '22:30')
    expect(asked.at(-1)).toEqual({ quietHours: { from: 1_350, to: 420 } })
    await userEvent.click(screen.getByRole('checkbox', { name: words.preferences.quietOn }))
    expect(asked.at(-1)).toEqual({ quietHours: null })
  })

  test('quiet hours that end as they begin are not kept but refused in words; others are, and it is said', async () => {
    await drawClient(<NotificationsSection />, { language })
    await userEvent.click(await screen.findByRole('checkbox', { name: words.preferences.quietOn }))
    expect(await screen.findByText(words.preferences.kept)).toBeVisible()
    const to = await screen.findByRole('combobox', { name: words.preferences.to })
    await userEvent.selectOptions(to, language === 'fa' ? '۲۳:۰۰' : '23:00')
    expect(to).toHaveAccessibleDescription(words.preferences.quietEmpty)
    expect(to).toHaveValue('1380')
    expect(asked).toEqual([{ quietHours: { from: 1_380, to: 420 } }])
    await userEvent.selectOptions(to, language === 'fa' ? '۰۶:۰۰' : '06:00')
    expect(to).not.toHaveAccessibleDescription(words.preferences.quietEmpty)
    await waitFor(() => expect(asked.at(-1)).toEqual({ quietHours: { from: 1_380, to: 360 } }))
  })

  test.each(['NOTIFICATION_CHOICE_FIXED', 'QUIET_HOURS_EMPTY'] as const)('the answer %s is said', async (code) => {
    server.use(mockEndpoint(setNotificationPreferences, refuseWith(code)))
    await drawClient(<NotificationsSection />, { language })
    await userEvent.click(await screen.findByRole('checkbox', { name: words.preferences.quietOn }))
    expect(await screen.findByText(REFUSALS[code][language])).toBeVisible()
  })

  test('a refusal is said, and the choice stays as it was', async () => {
    server.use(mockEndpoint(setNotificationPreferences, refuseWith('NOTIFICATION_CHOICE_FIXED')))
    await drawClient(<NotificationsSection />, { language })
    await userEvent.click(await boxOf('ORDERS', 'EMAIL'))
    expect(await screen.findByText(REFUSALS.NOTIFICATION_CHOICE_FIXED[language])).toBeVisible()
    expect(await boxOf('ORDERS', 'EMAIL')).not.toBeChecked()
  })
})
