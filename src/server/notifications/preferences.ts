import type * as z from 'zod/mini'
import type { NotificationChoice, NotificationPreferences } from '#contract/notifications.ts'
import {
  channelRuleOf,
  isChosen,
  NOTICE_CHANNELS,
  NOTICE_GROUPS,
  type NoticePreferences,
  type QuietHours,
} from '#domain/notices.ts'

export interface PreferenceChange {
  readonly choices?: readonly z.output<typeof NotificationChoice>[] | undefined
  readonly quietHours?: QuietHours | null | undefined
  readonly showsAmounts?: boolean | undefined
}

/** The preferences after a change; `undefined` if it asks for something that cannot be chosen. */
export function changePreferences(
  before: NoticePreferences,
  { choices = [], quietHours, showsAmounts = before.showsAmounts }: PreferenceChange,
): NoticePreferences | undefined {
  let chosen = before.choices
  for (const { group, channel, on } of choices) {
    const rule = channelRuleOf(group, channel)
    if (rule === undefined || (rule === 'ALWAYS' && !on)) return undefined
    chosen = { ...chosen, [group]: { ...chosen[group], [channel]: on } }
  }
  return {
    choices: chosen,
    quietHours: quietHours === undefined ? before.quietHours : (quietHours ?? undefined),
    showsAmounts,
  }
}

/** Every choice for these channels, with the user's setting. */
export function preferencesOnWire(
  preferences: NoticePreferences,
  channels: readonly string[],
): z.input<typeof NotificationPreferences> {
  const choices = NOTICE_GROUPS.flatMap((group) =>
    NOTICE_CHANNELS.filter((channel) => channels.includes(channel)).flatMap((channel) => {
      const rule = channelRuleOf(group, channel)
      if (rule === undefined) return []
      return [{ group, channel, on: isChosen(preferences, { group, channel }), fixed: rule === 'ALWAYS' }]
    }),
  )
  return { choices, quietHours: preferences.quietHours ?? null, showsAmounts: preferences.showsAmounts }
}
