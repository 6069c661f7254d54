import type { RefusalText } from './account-errors.ts'

/** The refusals of notifications. `errors.ts` holds the rest, and says how to read them. */
export const NOTIFICATION_REFUSALS = {
  NOTIFICATION_CHOICE_FIXED: {
    status: 400,
    fa: 'این اطلاع‌رسانی از این راه تغییر نمی‌کند؛ هشدارهای امنیتی همیشه با پیامک و ایمیل می‌آیند.',
    en: "This notification can't be changed here. Security alerts always come by text message and email.",
  },
} satisfies Record<string, RefusalText>
