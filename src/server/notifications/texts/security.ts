import { hasWithdrawals, TRANSFERS } from '#domain/transfers.ts'
import type { NoticeTexts } from './frame.ts'

/** The effect of a change on withdrawals, once withdrawals exist. */
const HOLD = hasWithdrawals(TRANSFERS)
  ? { fa: '؛ برداشت تا ۲۴ ساعت بسته است.', en: '. Withdrawals are locked for 24 hours.' }
  : { fa: '.', en: '.' }

/** Notices about the account itself: logins, its protection, and the verification of its user. */
export const SECURITY_TEXTS = {
  NEW_DEVICE: {
    fa: { subject: 'ورود جدید به حساب کیمیا', text: 'ورود جدید با {{device}}.' },
    en: { subject: 'New login to your Kimia account', text: 'New login on {{device}}.' },
  },
  PROGRAM_LOGIN: {
    fa: {
      subject: 'ورود دوبارهٔ یک برنامه به حساب کیمیا',
      text: 'برنامه‌ای که قبلاً هم وارد حساب شما شده بود، امروز دوباره وارد شد: {{device}}.',
    },
    en: {
      subject: 'A program logged in to your Kimia account again',
      text: 'A program that has logged in to your account before did so again today: {{device}}.',
    },
  },
  PASSWORD_CHANGED: {
    fa: { subject: 'رمز عبور کیمیا تغییر کرد', text: `رمز عبور تغییر کرد${HOLD.fa}` },
    en: {
      subject: 'Your Kimia password was changed',
      text: `Your password was changed${HOLD.en}`,
    },
  },
  PASSWORD_RESET_ASKED: {
    fa: {
      subject: 'درخواست رمز عبور جدید برای حساب کیمیا',
      text: 'رمز عبور جدیدی برای حساب شما درخواست شد و ۲۴ ساعت دیگر جایگزین می‌شود. اگر کار شما نیست، در تنظیمات آن را لغو کنید.',
    },
    en: {
      subject: 'A new password was requested for your Kimia account',
      text: "A new password was requested and replaces yours in 24 hours. If it wasn't you, cancel it in settings.",
    },
  },
  PASSWORD_RESET_CANCELLED: {
    fa: {
      subject: 'درخواست رمز عبور جدید کیمیا لغو شد',
      text: 'درخواست رمز عبور جدید لغو شد و رمز فعلی حساب شما می‌ماند.',
    },
    en: {
      subject: 'Your Kimia password request was cancelled',
      text: 'The request for a new password was cancelled. Your current password stays.',
    },
  },
  TWO_STEP_CHANGED: {
    fa: {
      subject: 'ورود دومرحله‌ای کیمیا تغییر کرد',
      text: `روش ورود دومرحله‌ای حساب شما {{method}} شد${HOLD.fa}`,
    },
    en: {
      subject: 'Your Kimia two-step verification was changed',
      text: `Your two-step verification is now {{method}}${HOLD.en}`,
    },
  },
  RECOVERY_CODE_USED: {
    fa: { subject: 'یک کد بازیابی کیمیا استفاده شد', text: 'یکی از کدهای بازیابی حساب شما استفاده شد.' },
    en: { subject: 'A Kimia recovery code was used', text: 'One of your recovery codes was used.' },
  },
  PASSKEY_ADDED: {
    fa: { subject: 'گذرکلید جدید در حساب کیمیا', text: 'گذرکلید «{{name}}» به حساب شما اضافه شد.' },
    en: { subject: 'New passkey in your Kimia account', text: 'Passkey "{{name}}" was added to your account.' },
  },
  PASSKEY_REMOVED: {
    fa: { subject: 'حذف گذرکلید از حساب کیمیا', text: 'گذرکلید «{{name}}» از حساب شما حذف شد.' },
    en: {
      subject: 'Passkey removed from your Kimia account',
      text: 'Passkey "{{name}}" was removed from your account.',
    },
  },
  SIGN_ON_LINKED: {
    fa: { subject: 'ورود با گوگل در حساب کیمیا', text: 'یک حساب گوگل به حساب شما وصل شد و با آن می‌توان وارد شد.' },
    en: {
      subject: 'Google login in your Kimia account',
      text: 'A Google account was linked to your account. It can be used to log in.',
    },
  },
  SIGN_ON_UNLINKED: {
    fa: { subject: 'جدا شدن گوگل از حساب کیمیا', text: 'حساب گوگل از حساب شما جدا شد.' },
    en: {
      subject: 'Google unlinked from your Kimia account',
      text: 'The Google account was unlinked from your account.',
    },
  },
  API_KEY_ADDED: {
    fa: { subject: 'کلید API جدید در حساب کیمیا', text: 'کلید API با نام «{{name}}» برای حساب شما ساخته شد.' },
    en: { subject: 'New API key in your Kimia account', text: 'API key "{{name}}" was created for your account.' },
  },
  MOBILE_CHANGED: {
    fa: {
      subject: 'شمارهٔ موبایل حساب کیمیا تغییر کرد',
      text: `شمارهٔ موبایل حساب شما تغییر کرد${HOLD.fa}`,
    },
    en: {
      subject: 'The mobile number of your Kimia account was changed',
      text: `The mobile number of your account was changed${HOLD.en}`,
    },
  },
  EMAIL_CHANGED: {
    fa: {
      subject: 'ایمیل حساب کیمیا تغییر کرد',
      text: `ایمیل حساب شما تغییر کرد${HOLD.fa}`,
    },
    en: {
      subject: 'The email of your Kimia account was changed',
      text: `The email of your account was changed${HOLD.en}`,
    },
  },
  EMAIL_ADDED: {
    fa: { subject: 'ایمیل حساب کیمیا تأیید شد', text: 'ایمیل شما تأیید شد.' },
    en: { subject: 'The email of your Kimia account is verified', text: 'Your email is verified.' },
  },
  BANK_ACCOUNT_ADDED: {
    fa: { subject: 'کارت جدید در حساب کیمیا', text: 'کارت بانکی {{card}} به حساب شما اضافه شد.' },
    en: { subject: 'New bank card in your Kimia account', text: 'Bank card {{card}} was added to your account.' },
  },
  ADDRESS_SAVED: {
    fa: {
      subject: 'آدرس برداشت جدید در حساب کیمیا',
      text: 'آدرس {{address}} با نام «{{name}}» به آدرس‌های برداشت شما اضافه شد.',
    },
    en: {
      subject: 'New withdrawal address in your Kimia account',
      text: 'Address {{address}} was added to your withdrawal addresses as "{{name}}".',
    },
  },
  ALL_ADDRESSES_ALLOWED: {
    fa: {
      subject: 'برداشت از حساب کیمیا به همهٔ آدرس‌ها باز شد',
      text: `برداشت شما دیگر به آدرس‌های ذخیره‌شده محدود نیست${HOLD.fa}`,
    },
    en: {
      subject: 'Your Kimia account can withdraw to any address',
      text: `Your withdrawals are no longer limited to saved addresses${HOLD.en}`,
    },
  },
  ACCOUNT_FROZEN: {
    fa: {
      subject: 'حساب کیمیای شما مسدود شد',
      text: 'حساب شما مسدود شد: ورود و برداشت ممکن نیست. برای باز کردن آن با پشتیبانی تماس بگیرید.',
    },
    en: {
      subject: 'Your Kimia account is frozen',
      text: 'Your account is frozen: nobody can log in or withdraw. Contact support to unfreeze it.',
    },
  },
  ACCOUNT_UNFROZEN: {
    fa: {
      subject: 'حساب کیمیای شما باز شد',
      text: 'حساب شما باز شد. برای ورود، با «رمز عبور را فراموش کرده‌اید؟» رمز جدیدی انتخاب کنید.',
    },
    en: {
      subject: 'Your Kimia account is unfrozen',
      text: 'Your account is unfrozen. To log in, choose a new password with "Forgot your password?".',
    },
  },
  IDENTITY_APPROVED: {
    fa: { subject: 'احراز هویت شما در کیمیا تأیید شد', text: 'احراز هویت شما تأیید شد؛ می‌توانید معامله کنید.' },
    en: { subject: 'Your identity is verified at Kimia', text: "Your identity is verified. You're ready to trade." },
  },
  IDENTITY_CONFIRMED: {
    fa: {
      subject: 'یک قدم تا پایان احراز هویت شما در کیمیا',
      text: 'اطلاعات شما تأیید شد؛ از صفحهٔ حساب کاربری، کد ۵ رقمی را بگیرید و وارد کنید.',
    },
    en: {
      subject: 'One step left to verify your identity at Kimia',
      text: 'Your details are confirmed. Get the 5-digit code on your account page and enter it.',
    },
  },
  IDENTITY_HANDED_BACK: {
    fa: {
      subject: 'احراز هویت شما در کیمیا ناتمام است',
      text: 'اطلاعات احراز هویت شما نیاز به اصلاح دارد: {{reason}} از صفحهٔ حساب کاربری دوباره ارسال کنید.',
    },
    en: {
      subject: 'Your Kimia identity verification needs a change',
      text: 'Your identity details need a change: {{reason}} Send them again from your account page.',
    },
  },
  IDENTITY_REVOKED: {
    fa: {
      subject: 'احراز هویت شما در کیمیا لغو شد',
      text: 'احراز هویت شما لغو شد: {{reason}} تا تأیید دوباره، معامله و واریز با کارت ممکن نیست؛ فرم را از صفحهٔ حساب کاربری دوباره ارسال کنید.',
    },
    en: {
      subject: 'Your Kimia verification was taken back',
      text: 'Your identity is no longer verified: {{reason}} Until it is again, you can neither trade nor use your cards. Send the form again from your account page.',
    },
  },
  CARD_VERIFIED: {
    fa: {
      subject: 'کارت بانکی شما در کیمیا تأیید شد',
      text: 'کارت بانکی {{card}} تأیید شد؛ می‌توانید با آن واریز کنید.',
    },
    en: {
      subject: 'Your bank card is verified at Kimia',
      text: 'Bank card {{card}} is verified. You can deposit with it.',
    },
  },
  CARD_UNVERIFIED: {
    fa: {
      subject: 'تأیید کارت بانکی شما در کیمیا پس گرفته شد',
      text: 'تأیید کارت بانکی {{card}} پس گرفته شد و فعلاً با آن واریز ممکن نیست. برای پیگیری به پشتیبانی پیام دهید.',
    },
    en: {
      subject: 'Your bank card is no longer verified at Kimia',
      text: "Bank card {{card}} is no longer verified, and you can't deposit with it. Write to support if you have questions.",
    },
  },
  OPERATOR_STOPPED: {
    fa: {
      subject: 'دسترسی یک همکار به میز عملیات کیمیا بسته شد',
      text: 'دسترسی {{name}} به میز عملیات بسته شد و پیشنهادهای باز او پس گرفته شد. اگر از آن خبر ندارید، گزارش رویدادها را ببینید.',
    },
    en: {
      subject: 'An operator of Kimia was stopped',
      text: "{{name}} can't use the operations desk any more, and open proposals of theirs were withdrawn. If you don't know why, look at the audit log.",
    },
  },
  OPERATOR_KEYS_RENEWED: {
    fa: {
      subject: 'کلیدهای جدید برای یک همکار کیمیا',
      text: 'برای همکار {{name}} رمز عبور و Authenticator جدید ساخته می‌شود. اگر از آن خبر ندارید، فوراً دسترسی او را ببندید.',
    },
    en: {
      subject: 'An operator of Kimia has new keys',
      text: "{{name}} gets a new password and authenticator. If you don't know why, stop this operator immediately.",
    },
  },
  OPERATOR_FIRST_SIGN_IN: {
    fa: {
      subject: 'اولین ورود یک همکار کیمیا با کلیدهای جدید',
      text: 'همکار {{name}} برای اولین بار با کلیدهای جدید وارد میز عملیات شد. اگر از آن خبر ندارید، فوراً دسترسی او را ببندید.',
    },
    en: {
      subject: 'First login of an operator of Kimia with new keys',
      text: "{{name}} logged in to the operations desk with new keys for the first time. If you don't know why, stop this operator immediately.",
    },
  },
  OPERATOR_LOOKS_USED_UP: {
    fa: {
      subject: 'یک همکار کیمیا به سقف مشاهدهٔ کاربران رسید',
      text: 'همکار {{name}} به سقف مشاهدهٔ کاربران رسید. اگر از آن خبر ندارید، دسترسی او را ببندید و لاگ را بررسی کنید.',
    },
    en: {
      subject: 'An operator of Kimia reached the limit of users to view',
      text: "{{name}} reached the limit of users that an operator may view. If you don't know why, stop this operator and check the audit log.",
    },
  },
} as const satisfies NoticeTexts
