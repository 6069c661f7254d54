import type { RefusalText } from './account-errors.ts'

/** The refusals of deliveries of gold. `errors.ts` holds the rest, and says how to read them. */
export const DELIVERY_REFUSALS = {
  DELIVERY_WEIGHT_INVALID: {
    status: 400,
    fa: 'طلا در شمش‌های کامل تحویل می‌شود؛ یکی از وزن‌های پیشنهادی را انتخاب کنید.',
    en: 'Gold is handed over in whole bars. Choose one of the offered weights.',
  },
  DELIVERY_PLACE_CLOSED: {
    status: 409,
    fa: 'تحویل در این محل فعلاً ممکن نیست؛ محل دیگری انتخاب کنید.',
    en: "This place doesn't hand over gold at present. Choose another one.",
  },
  DELIVERY_FEE_CHANGED: {
    status: 409,
    fa: 'کارمزد تحویل تغییر کرد؛ کارمزد جدید را بررسی و دوباره تأیید کنید.',
    en: 'The delivery fee has changed. Check it and confirm again.',
  },
  DELIVERY_NOT_FOUND: { status: 404, fa: 'این درخواست تحویل پیدا نشد.', en: "We couldn't find this delivery." },
  DELIVERY_NOT_CANCELLABLE: {
    status: 409,
    fa: 'این درخواست تأیید شده یا پایان یافته است و دیگر لغو نمی‌شود.',
    en: "This delivery is approved or has ended, so it can't be cancelled any more.",
  },
  /** Of operators: another one was faster, or its user has cancelled it. */
  DELIVERY_NOT_WAITING: {
    status: 409,
    fa: 'وضعیت این درخواست تغییر کرده است؛ فهرست را دوباره ببینید.',
    en: 'This delivery has changed. Look at the list again.',
  },
  DELIVERY_TRACKING_REQUIRED: {
    status: 400,
    fa: 'کد رهگیری پیک را وارد کنید.',
    en: "Enter the courier's tracking number.",
  },
  DELIVERY_CODE_WRONG: {
    status: 409,
    fa: 'کد تحویل معتبر نیست؛ کد روی صفحهٔ کاربر را دوباره بپرسید.',
    en: "This hand-over code is wrong. Ask again for the code on the user's screen.",
  },
  DELIVERY_LOCKED: {
    status: 409,
    fa: 'کد تحویل پنج بار اشتباه وارد شد؛ دو اپراتور باید تحویل را دوباره باز کنند.',
    en: 'The hand-over code was wrong five times. Two operators have to open the hand-over again.',
  },
  DELIVERY_ACCOUNT_FROZEN: {
    status: 409,
    fa: 'حساب این کاربر مسدود است؛ چیزی تحویل ندهید.',
    en: "This user's account is frozen. Don't hand anything over.",
  },
} satisfies Record<string, RefusalText>
