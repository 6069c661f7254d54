import { MATCHES_MAX } from '#domain/order.ts'

/**
 * The words of the API guide around its endpoints. Blank lines separate paragraphs. The names of endpoints, codes and headers are the same
 * in both languages.
 */
export const API_WORDS = {
  fa: {
    title: 'راهنمای برنامه‌نویسی کیمیا',
    document: 'همین راهنما برای ماشین:',
    summaries: 'خلاصهٔ هر فراخوانی به انگلیسی است.',
    description: `مبلغ‌ها و قیمت‌ها متن اعشاری‌اند. هر رد شدن کدی ثابت دارد و هر فراخوانی کدهای خودش را به ترتیب تقدم فهرست می‌کند.
فراخوانی‌ها برای هر کاربر، و بدون نشست برای هر شبکه، شمرده می‌شود؛ پاسخ 429 در Retry-After می‌گوید چند ثانیه صبر کنید.`,
    /** How a session renews its proof. */
    provingTitle: 'تأیید دوباره',
    proving: `هر چه محافظت حساب را تغییر دهد یا دسترسی ماندگار بدهد، با PROOF_REQUIRED و مقصودی در baseDTO پاسخ داده می‌شود؛ برای برنامه‌ها هم مثل صفحه‌های خود ما. \
فراخوانی POST /api/users/send-code {"purpose": …} کدی با روش فعلی ورود دومرحله‌ای می‌فرستد (برنامهٔ Authenticator کد خودش را نشان می‌دهد) و \
POST /api/users/prove {"code": …, "purpose": …} آن را می‌گیرد؛ سپس همان فراخوانی تکرار می‌شود. این تأیید ده دقیقه و فقط برای همان مقصود معتبر است \
و با تغییر رمز عبور، ورود دومرحله‌ای، موبایل یا ایمیل تمام می‌شود.

تا ۲۴ ساعت پس از ورود از دستگاه جدید، همه جز تغییر رمز عبور با DEVICE_TOO_NEW پاسخ داده می‌شوند، مگر با برنامهٔ Authenticator، کد بازیابی یا گذرکلیدی که \
پیش از آن ورود داشته‌اید تأیید کنید. برنامه‌ای که کوکی نگه نمی‌دارد در هر ورود دستگاه جدید است.`,
    /** How programs act for a user. */
    signingTitle: 'کلید برنامه‌ها',
    signing: `برنامه با کلیدی به جای کاربر کار می‌کند که کاربر در تنظیمات، با مجوزها، آدرس‌ها و اعتبار آن می‌سازد. \
هر فراخوانی چهار هدر دارد: Kimia-Key، خود کلید؛ Kimia-Time، زمان حال به شکل 2026-11-22T06:30:00.000Z؛ Kimia-Nonce، ۱۶ تا ۶۴ \
حرف، رقم، - یا _ که کلید در یک دقیقهٔ گذشته به کار نبرده است؛ Kimia-Signature، به شکل شانزده‌شانزدهی.

امضا، HMAC-SHA-256 با کلید محرمانه (به همان شکلی که نشان داده شد) روی پنج خط است که با یک line feed به هم می‌پیوندند: زمان، nonce، متد، \
مسیر از /api به بعد با query حرف به حرف، و SHA-256 بدنه به شکل شانزده‌شانزدهی (اگر بدنه‌ای نیست، از هیچ).

هر فراخوانی تا ۳۰ ثانیه از زمان خود و فقط یک بار پذیرفته می‌شود. ساعت می‌تواند یک ثانیه جلو باشد؛ هدر Date هر پاسخ ساعت ما را می‌گوید. \
API_KEY_REFUSED نمی‌گوید چه چیزی نادرست بود. سروری که همین حالا راه افتاده یک ثانیه UNAVAILABLE پاسخ می‌دهد: دوباره امضا کنید و بفرستید. \
هر فراخوانی در زیر مجوزی را که کلید لازم دارد نام می‌برد؛ اگر نام نبرد، با کلید ممکن نیست.`,
    /** Behaviour that a program cannot guess from the shapes of orders. */
    turnsTitle: 'سفارشی که با سفارش‌های زیادی معامله می‌شود',
    turns: `هر سفارش در هر نوبت با حداکثر ${MATCHES_MAX} سفارش دفتر معامله می‌شود تا سفارش کسی زیاد منتظر نماند. \
سفارشی که با بیشتر از این معامله شود، پس از نوبت اول پاسخ می‌گیرد: IS_OPEN است، سفارش بازار هم، با آنچه تا آن لحظه معامله شده است. بعد خودش \
در نوبت‌هایی میان سفارش‌های دیگران ادامه می‌دهد، هر بار با قیمت‌های همان لحظه و نه فراتر از حد اول خودش. GET /api/orders/details/{id} و stream پیشرفت و پایان آن را \
می‌گویند و تا آن زمان می‌توان لغوش کرد.

سفارشی که یا کامل انجام می‌شود یا هیچ (FOK) فقط یک نوبت دارد: اگر باید با سفارش‌های بیشتری معامله کند، با FILL_OR_KILL_NOT_FILLABLE رد می‌شود. \
آن را در چند بخش بفرستید.`,
    access: {
      public: 'همه',
      user: 'کاربر واردشده',
      authorized: 'کاربر احراز هویت‌شده',
      fresh: 'کاربر واردشده، با مرحلهٔ دوم ده دقیقهٔ اخیر',
      proven: 'کاربر واردشده، با تأییدی در ده دقیقهٔ اخیر برای',
      operator: 'فقط اپراتورها',
    },
    key: 'کلید با مجوز',
    money: 'هدر Idempotency-Key می‌گیرد و برنامه‌ها باید بفرستند',
    ownBudget: 'جدا از بقیهٔ فراخوانی‌ها شمرده می‌شود',
    query: 'پارامترهای query',
    multipart: 'بدنهٔ multipart',
    json: 'بدنهٔ JSON',
    answers: 'پاسخ',
    keep: 'آخرین پاسخ را می‌توان آفلاین نگه داشت',
  },
  en: {
    title: 'Kimia API',
    document: 'The machine-readable document is',
    summaries: '',
    description: `Amounts and prices are decimal text. Every refusal has a stable code; each endpoint lists its own in order of precedence.
Calls are counted by user, and without a session by network; a 429 says in Retry-After how many seconds to wait.`,
    provingTitle: 'Proofs',
    proving: `What changes how an account is protected, and what hands out lasting power, answers PROOF_REQUIRED with a purpose in its baseDTO, to \
programs as to our own pages. POST /api/users/send-code {"purpose": …} sends a code by the present second step (an authenticator shows its own), and \
POST /api/users/prove {"code": …, "purpose": …} takes it: then the call is repeated as it was. A proof stands for ten minutes, is for its purpose \
alone, and is used up by a change of the password, the second step or a contact.

For 24 hours after a login from a new device all but the change of a password answer DEVICE_TOO_NEW, unless an authenticator, recovery code or \
passkey of before that login has proven. A program that keeps no cookies is new at each login.`,
    signingTitle: 'Keys for programs',
    signing: `A program acts for a user by a key, which the user creates in the settings with its rights, addresses and expiry. \
Each call carries four headers: Kimia-Key, the key; Kimia-Time, the present time as 2026-11-22T06:30:00.000Z; Kimia-Nonce, 16 to 64 \
letters, digits, - or _ that the key has not used in the last minute; Kimia-Signature, in hexadecimal.

The signature is HMAC-SHA-256 by the secret, as it was shown, over five lines joined by one line feed each: the time, the nonce, the method, \
the path from /api on with its query letter by letter, and the SHA-256 of the body in hexadecimal (of nothing where there is no body).

A call is taken within 30 seconds of its time, and once. A clock may be ahead by one second; the header Date of every answer tells ours. \
API_KEY_REFUSED does not say what was wrong. A server that has just started answers UNAVAILABLE for a second: sign again and repeat. \
Each endpoint below names the right that a key needs; where it names none, keys are not let in.`,
    turnsTitle: 'Orders that meet many others',
    turns: `In one turn an order meets at most ${MATCHES_MAX} orders of the book, so that nobody's order waits for it for long. \
One that would meet more is answered behind its first turn: it is IS_OPEN, a market order too, with what it has traded so far. It goes on by itself \
in turns with the orders of others, each at the prices of that moment and none beyond its first bound. GET /api/orders/details/{id} and the stream tell \
of its progress and its end, and until then it can be cancelled.

An order that is filled whole or not at all (FOK) has one turn: where it would have to meet more orders, it is refused with FILL_OR_KILL_NOT_FILLABLE. \
Send it in parts.`,
    access: {
      public: 'anybody',
      user: 'signed in',
      authorized: 'identity verified',
      fresh: 'signed in, with a second step of the last ten minutes',
      proven: 'signed in, with a proof of the last ten minutes for',
      operator: 'operators alone',
    },
    key: 'a key with the right to',
    money: 'takes an Idempotency-Key, which programs are to send',
    ownBudget: 'counted apart from all other calls',
    query: 'query parameters',
    multipart: 'multipart body',
    json: 'JSON body',
    answers: 'answers',
    keep: 'last answer may be kept offline',
  },
} as const
