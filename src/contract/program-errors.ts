import type { RefusalText } from './account-errors.ts'

/** The refusals of API keys and of invitations. `errors.ts` holds the rest, and says how to read them. */
export const PROGRAM_REFUSALS = {
  API_KEY_REFUSED: {
    status: 401,
    fa: 'کلید API یا امضا پذیرفته نشد؛ کلید، امضا، ساعت و آدرس IP برنامه را بررسی کنید.',
    en: "This API key or signature wasn't accepted. Check the key, the signature, your clock and your IP address.",
  },
  API_KEY_NOT_ALLOWED: {
    status: 403,
    fa: 'این کار با کلید API ممکن نیست؛ وارد حساب خود شوید.',
    en: "API keys can't do this. Log in instead.",
  },
  API_KEY_RIGHT_MISSING: {
    status: 403,
    fa: 'این کلید API مجوز این کار را ندارد؛ کلیدی با این مجوز بسازید.',
    en: "This API key doesn't have permission for this. Create one that does.",
  },
  PROGRAMS_PAUSED: {
    status: 503,
    fa: 'کلیدهای API تا پایان بررسی حساب‌ها موقتاً متوقف‌اند؛ بعداً تلاش کنید.',
    en: 'API keys are paused while we check our books. Try again later.',
  },
  API_KEY_ADDRESS_INVALID: {
    status: 400,
    fa: 'آدرس IP معتبر نیست؛ یک آدرس یا شبکهٔ دیگر وارد کنید.',
    en: "This IP address isn't valid. Enter an IPv4 or IPv6 address or network.",
  },
  API_KEY_ADDRESS_REQUIRED: {
    status: 400,
    fa: 'کلیدی که برداشت می‌کند حداقل یک آدرس IP لازم دارد؛ آن را وارد کنید.',
    en: 'A key that can withdraw needs at least one IP address. Enter it.',
  },
  API_KEYS_TOO_MANY: {
    status: 409,
    fa: 'حداکثر ۱۰ کلید API می‌توانید داشته باشید؛ یکی را حذف کنید.',
    en: 'You can have 10 API keys at most. Remove one first.',
  },
  REFERRAL_CODES_TOO_MANY: {
    status: 409,
    fa: 'حداکثر ۱۰ کد دعوت می‌توانید داشته باشید؛ یکی از کدهای خود را بفرستید.',
    en: 'You can have 10 referral codes at most. Share one of yours.',
  },
  API_KEY_NOT_FOUND: { status: 404, fa: 'این کلید API پیدا نشد.', en: "We couldn't find this API key." },
} satisfies Record<string, RefusalText>
