import type { RefusalText } from './account-errors.ts'

/** The refusals of notifications. `errors.ts` holds the rest, and says how to read them. */
export const NOTIFICATION_REFUSALS = {
  NOTIFICATION_CHOICE_FIXED: {
    status: 400,
    fa: 'این اطلاع‌رسانی از این راه تغییر نمی‌کند؛ هشدارهای امنیتی همیشه با پیامک و ایمیل می‌آیند.',
    en: "This notification can't be changed here. Security alerts always come by text message and email.",
  },
  QUIET_HOURS_EMPTY: {
    status: 400,
    fa: 'شروع و پایان ساعت‌های سکوت یکی است؛ یکی را تغییر دهید.',
    en: 'Quiet hours start and end at the same time. Change one of them.',
  },
} satisfies Record<string, RefusalText>
