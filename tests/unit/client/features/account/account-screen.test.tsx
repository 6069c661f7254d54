import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '#client/entities/session/session.ts'
import { AccountScreen } from '#client/features/account/account-screen.tsx'
import type { Language } from '#client/lib/locale.ts'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import { complete, openAccountScreen } from '#tests/builders/account-screen.tsx'
import { drawClient } from '#tests/builders/client-screen.tsx'
import { clientServer } from '#tests/builders/client-server.ts'
import { picture, slowPictures } from '#tests/builders/slow-pictures.ts'

const server = clientServer()
beforeEach(() => sessionStorage.clear())

const onward = () => userEvent.click(screen.getByRole('button', { name: 'ادامه' }))
const goToReview = () => userEvent.click(screen.getByRole('button', { name: /بازبینی|Review/ }))
const send = () => userEvent.click(screen.getByRole('button', { name: /^(ثبت و ادامه|Save and continue)$/ }))
const refuse = (code: ErrorCode, more: object = {}, language: Language = 'fa') =>
  server.use(
    http.post('*/api/users/account', () => {
      const message = REFUSALS[code][language]
      return HttpResponse.json({ code, message, errors: [message], ...more }, { status: REFUSALS[code].status })
    }),
  )

/** The notice with a sentence, which the field may show as well; toasts of earlier presses are alerts, too. */
async function noticeOf(text: string): Promise<HTMLElement> {
  const sentences = await screen.findAllByText(text)
  const notice = sentences.map((each) => each.closest<HTMLElement>('[role=alert]')).find((each) => each !== null)
  if (!notice) throw new Error('the sentence stands in no alert')
  return notice
}

describe('a step', () => {
  test('says what is missing beside every field, leads to the first, and does not go on', async () => {
    await openAccountScreen()
    await onward()
    expect(screen.getByLabelText('نام')).toHaveAccessibleDescription('نام را وارد کنید.')
    expect(screen.getByLabelText('کد پستی')).toHaveAccessibleDescription('کد پستی را وارد کنید.')
    await waitFor(() => expect(screen.getByLabelText('نام')).toHaveFocus())
    expect(screen.getByRole('button', { name: /مشخصات/ })).toHaveAttribute('aria-current', 'step')
  })

  test('that lacks nothing leads to the next, and shows as complete', async () => {
    await openAccountScreen(complete())
    for (const title of ['حساب‌های بانکی', 'مدارک']) {
      await onward()
      expect(await screen.findByRole('heading', { name: title, level: 2 })).toBeVisible()
    }
    expect(screen.getByRole('button', { name: /مشخصات.*کامل شده/ })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'مرحلهٔ قبل' }))
    expect(screen.getByRole('heading', { name: 'حساب‌های بانکی' })).toBeVisible()
  })

  test('reports Latin letters in a name while they are typed, and keeps them', async () => {
    await openAccountScreen()
    await userEvent.type(screen.getByLabelText('نام'), 'Sara')
    expect(screen.getByLabelText('نام')).toHaveValue('Sara')
    expect(screen.getByLabelText('نام')).toHaveAccessibleDescription('«نام» را به فارسی بنویسید.')
    await userEvent.clear(screen.getByLabelText('نام'))
    await userEvent.type(screen.getByLabelText('نام'), 'سارا')
    expect(screen.getByLabelText('نام')).toBeValid()
  })
})

describe('the birthday', () => {
  const part = (name: string) => screen.findByRole('combobox', { name })

  test('is asked for again where its month has no such day, and begins with those of age', async () => {
    await openAccountScreen(complete({ birthDay: '1991-08-22' }))
    expect(await part('روز')).toHaveValue('31')
    await userEvent.selectOptions(await part('ماه'), 'آبان')
    expect(await part('روز')).toHaveValue('')
    await onward()
    expect(screen.getByText('تاریخ تولد را وارد کنید.')).toBeVisible()
    const years = within(await part('سال')).getAllByRole('option')
    const thisYear = Number(new Intl.DateTimeFormat('en-u-ca-persian', { year: 'numeric' }).format().match(/\d+/)?.[0])
    expect(years[1]).toHaveValue(String(thisYear - 18))
  })

  test('is Gregorian in English, beside the day on the card', async () => {
    await openAccountScreen(complete(), 'en')
    expect(await screen.findByText('Gregorian date. On your ID card: 1369/12/21')).toBeVisible()
  })
})

test('the contacts stand at the first step, the photos at theirs, and an invitation with nobody before the verification', async () => {
  const parts = { contacts: <p>contacts</p>, photos: <p>photos</p> }
  const shown = () => ['contacts', 'photos', 'کد دعوت شما:'].filter((text) => screen.queryByText(new RegExp(text)))
  await drawClient(<AccountScreen account={complete()} onSubmitted={() => undefined} {...parts} />)
  expect(shown()).toEqual(['contacts'])
  await onward()
  expect(shown()).toEqual([])
  await onward()
  expect(shown()).toEqual(['photos'])
  await onward()
  expect(shown()).toEqual([])
  expect(screen.getByText('یک بار مرور کنید و بفرستید')).toBeVisible()
  cleanup()
  const verified = complete({ authenticationType: 'AUTHORIZED', authorized: true })
  await drawClient(<AccountScreen account={verified} onSubmitted={() => undefined} {...parts} />)
  expect(shown()).toEqual(['contacts', 'photos', 'کد دعوت شما:'])
})

describe('province and city', () => {
  const choose = async (label: string, typed: string, option: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: label }))
    const sheet = await screen.findByRole('dialog')
    await userEvent.type(within(sheet).getByRole('searchbox'), typed)
    await userEvent.click(within(sheet).getByRole('button', { name: option }))
  }

  test('are picked from lists that are searched in either script; another province empties the city', async () => {
    await openAccountScreen(complete())
    await choose('استان', 'isf', 'اصفهان')
    expect(screen.getByRole('combobox', { name: 'شهر' })).toHaveTextContent('انتخاب کنید')
    await choose('شهر', 'كاش', 'کاشان')
    expect(screen.getByRole('combobox', { name: 'استان' })).toHaveTextContent('اصفهان')
    expect(screen.getByRole('combobox', { name: 'شهر' })).toHaveTextContent('کاشان')
  })

  test('a listed city is offered once, by whichever of its names it is typed', async () => {
    await openAccountScreen(complete(), 'en')
    await userEvent.click(await screen.findByRole('combobox', { name: 'City' }))
    const sheet = await screen.findByRole('dialog')
    await userEvent.type(within(sheet).getByRole('searchbox'), 'دماوند')
    expect(within(sheet).queryByRole('button', { name: /Use/ })).toBeNull()
    await userEvent.click(within(sheet).getByRole('button', { name: 'Damavand' }))
    expect(screen.getByRole('combobox', { name: 'City' })).toHaveTextContent('Damavand')
  })

  test('a city that is not listed is typed', async () => {
    await openAccountScreen(complete())
    await choose('شهر', 'ده بالا', 'ثبت «ده بالا»')
    expect(screen.getByRole('combobox', { name: 'شهر' })).toHaveTextContent('ده بالا')
  })
})

describe('the last step', () => {
  test('says the first problem, and a tap on it leads to the field', async () => {
    const onSubmitted = await openAccountScreen(complete({ postalCode: null, bankAccounts: [] }))
    await goToReview()
    await send()
    const problem = await screen.findByRole('button', { name: 'کد پستی را وارد کنید.' })
    expect(screen.getByRole('button', { name: 'ثبت و ادامه' })).toHaveAccessibleDescription('کد پستی را وارد کنید.')
    await userEvent.click(problem)
    await waitFor(() => expect(screen.getByLabelText('کد پستی')).toHaveFocus())
    await userEvent.type(screen.getByLabelText('کد پستی'), '1234567890')
    await goToReview()
    await userEvent.click(await screen.findByRole('button', { name: 'حداقل یک حساب بانکی اضافه کنید.' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'افزودن حساب بانکی' })).toHaveFocus())
    expect(onSubmitted).not.toHaveBeenCalled()
  })

  test('shows what is sent, and where the code is not awaited leads home', async () => {
    server.use(
      http.post('*/api/users/account', () =>
        HttpResponse.json({ baseDTO: { authenticationType: 'PENDING', verificationNeeded: false } }),
      ),
      http.get('*/api/users/account', () => HttpResponse.json({ baseDTO: complete({ pending: true }) })),
    )
    const onSubmitted = await openAccountScreen(complete())
    await goToReview()
    for (const value of ['سارا', '۰۰۱۳۵۴۲۴۱۹', 'پردیس', '۲۱ اسفند ۱۳۶۹']) expect(screen.getByText(value)).toBeVisible()
    await send()
    await waitFor(() => expect(onSubmitted).toHaveBeenCalledWith({ verify: false }))
    expect(await screen.findByText('اطلاعات شما ثبت شد؛ نتیجهٔ بررسی را پیامک می‌کنیم.')).toBeVisible()
  })

  test.each([
    ['fa', 'این موارد با ثبت احوال مطابقت ندارد؛ آن‌ها را اصلاح کنید.', 'تاریخ تولد نادرست است.'],
    ['en', "These details don't match the civil registry. Correct them.", 'The date of birth is wrong.'],
  ] as const)(
    'lists all that the registry found wrong (%s), each leading to its field',
    async (language, text, item) => {
      const incorrect = ['MOBILE_IS_INCORRECT', 'NATIONAL_CODE_IS_INCORRECT', 'TELEPHONE_IS_INCORRECT']
      refuse('USER_IDENTITY_DATA', { baseDTO: { incorrect: [...incorrect, 'BIRTH_DATE_IS_INCORRECT'] } }, language)
      await openAccountScreen(complete(), language)
      await goToReview()
      await send()
      const alert = await noticeOf(text)
      expect(within(alert).getAllByRole('button')).toHaveLength(4)
      await userEvent.click(within(alert).getByRole('button', { name: item }))
      const birthday = await screen.findByRole('group', { name: language === 'fa' ? 'تاریخ تولد' : 'Date of birth' })
      expect(within(birthday).getByText(item)).toBeVisible()
    },
  )

  const CODES = [
    ['NATIONAL_CODE_NOT_VALID', 'nationalCode'],
    ['MOBILE_NATIONAL_CODE_MISMATCH', 'nationalCode'],
    ['BIRTH_DATE_MISMATCH', 'birthDay'],
    ['NAME_MISMATCH', 'firstName'],
    ['BANK_ACCOUNT_MISMATCH', 'bankAccountsString'],
    ['BANK_ACCOUNT_TAKEN', undefined],
    ['NATIONAL_CODE_TAKEN', undefined],
    ['COUNTRY_PREFIX_MISMATCH', 'mobileNumber'],
    ['IMAGE_INVALID', 'image'],
  ] as const
  test.each(CODES.flatMap(([code, field]) => (['fa', 'en'] as const).map((language) => ({ code, field, language }))))(
    'shows the sentence of $code in $language, and the way to its field',
    async ({ code, field, language }) => {
      refuse(code, { field }, language)
      await openAccountScreen(complete(), language)
      await goToReview()
      await send()
      const alert = await noticeOf(REFUSALS[code][language])
      expect(within(alert).getAllByRole('button')).toHaveLength(1)
      // The form shows the step with the field to correct.
      expect(screen.getByRole('button', { name: /بازبینی|Review/ })).not.toHaveAttribute('aria-current')
    },
  )
})

describe('the head of the form', () => {
  const since = '2026-11-20T08:00:00.000Z'
  const review = (doubt: 'NAME' | 'REGISTRY_DOWN' | 'BANK_ACCOUNT' | 'DOCUMENT') => ({
    review: { since, doubts: [doubt] },
  })
  test.each<[string, Partial<Session>, string[]]>([
    ['nothing was sent', { authenticationType: 'UNAUTHORIZED' }, ['اطلاعات خود را کامل کنید']],
    ['the code is awaited', { authenticationType: 'UNIDENTIFIED' }, ['در انتظار احراز هویت']],
    [
      'it was handed back',
      { authenticationType: 'NOT_COMPLETE', handedBack: { reason: 'تصویر خوانا نیست.', at: since } },
      ['اطلاعات شما به اصلاح نیاز دارد', 'تصویر خوانا نیست.', '۲۹ آبان ۱۴۰۵، ۱۱:۳۰'],
    ],
    [
      'a name is compared',
      { authenticationType: 'PENDING', pending: true, ...review('NAME') },
      ['اطلاعات شما در حال بررسی است', 'نام شما را با مدرک مقایسه می‌کنیم.', '۲۹ آبان ۱۴۰۵، ۱۱:۳۰'],
    ],
    [
      'the registry is down',
      { authenticationType: 'PENDING', pending: true, ...review('REGISTRY_DOWN') },
      ['سامانهٔ ثبت احوال پاسخ نداد؛ دوباره استعلام می‌کنیم.'],
    ],
    ['it is verified', { authenticationType: 'AUTHORIZED', authorized: true }, ['احراز هویت شما انجام شده است']],
    [
      'it changed',
      { authenticationType: 'INFORMATION_CHANGED' },
      ['تغییر اطلاعات را تأیید کنید', 'تا وارد کردن کد ۵ رقمی نمی‌توانید معامله کنید.'],
    ],
    [
      'a change is looked at',
      { authenticationType: 'INFORMATION_CHANGED_PENDING', authorized: true },
      ['تغییر اطلاعات شما در حال بررسی است', 'در این مدت می‌توانید معامله کنید.'],
    ],
  ])('says that %s', async (_what, differences, texts) => {
    await openAccountScreen(complete(differences))
    for (const text of texts) expect(await screen.findByText(text)).toBeVisible()
    const awaited = ['UNIDENTIFIED', 'INFORMATION_CHANGED'].includes(differences.authenticationType ?? '')
    const link = screen.queryByRole('link', { name: 'وارد کردن کد' })
    expect(link?.getAttribute('href')).toBe(awaited ? '/profile/fino-verifying' : undefined)
  })
})

describe('the documents', () => {
  test('are the ones chosen last, however long an earlier photo takes, and are waited for', async () => {
    URL.createObjectURL = (file) => `blob:${file instanceof File ? file.name : ''}`
    URL.revokeObjectURL = () => undefined
    const pictures = slowPictures()
    const shown = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
    await openAccountScreen(complete())
    await onward()
    await onward()
    const [front] = await screen.findAllByLabelText('تصویر روی کارت ملی')
    if (!front) throw new Error('no photo is asked for')
    await userEvent.upload(front, picture('wrong.png'))
    await userEvent.upload(front, picture('right.png'))
    await onward()
    expect(screen.getByRole('button', { name: /مدارک/ })).toHaveAttribute('aria-current', 'step')
    pictures.decode('right.png')
    await waitFor(() => expect(shown()).toEqual(['blob:right.png']))
    pictures.decode('wrong.png')
    await userEvent.upload(front, picture('another.png'))
    expect(shown()).toEqual([])
    pictures.decode('another.png')
    await waitFor(() => expect(shown()).toEqual(['blob:another.png']))
    await onward()
    expect(screen.getByRole('button', { name: /بازبینی/ })).toHaveAttribute('aria-current', 'step')
  })
})
