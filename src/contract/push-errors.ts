import type { RefusalText } from './account-errors.ts'

/** The refusals of push. `errors.ts` says how to read them. */
export const PUSH_REFUSALS = {
  PUSH_UNAVAILABLE: {
    status: 409,
    fa: 'اعلان مرورگر در حال حاضر فعال نیست؛ اعلان‌ها را در برنامه ببینید.',
    en: "Browser notifications aren't available right now. You'll find your notifications in the app.",
  },
  PUSH_SUBSCRIPTION_INVALID: {
    status: 400,
    fa: 'اعلان این مرورگر پشتیبانی نمی‌شود؛ با مرورگر دیگری تلاش کنید.',
    en: "This browser's notifications aren't supported. Try another browser.",
  },
} satisfies Record<string, RefusalText>
