import { type IranianIdentity, iranianIdentity } from '#tests/builders/iranian-identity.ts'
import { picture } from '#tests/builders/picture.ts'

export type FormChanges = Readonly<Record<string, string | Buffer | undefined>>

/** A form that passes every check, with its three pictures; `undefined` omits a part. */
export async function accountForm(
  changes: FormChanges = {},
  { nationalCode, cardNumber, sheba }: IranianIdentity = iranianIdentity(),
): Promise<FormData> {
  const jpeg = await picture()
  const parts: FormChanges = {
    firstName: 'مينا',
    lastName: 'کریمی نژاد',
    email: 'Mina@Example.com',
    nationalCode,
    birthDay: '1990-05-12',
    telephone: '۰۲۱-۸۸۷۷۶۶۵۵',
    state: 'تهران',
    city: 'تهران',
    postalCode: '۱۲۳۴۵۶۷۸۹۰',
    address: 'خیابان ولیعصر، پلاک ۱۲',
    idFormatType: 'ID_CARD',
    bankAccountsString: JSON.stringify([{ cardNumber, shebaCode: sheba.slice(2) }]),
    image: jpeg,
    backImage: await picture({ format: 'png' }),
    documentImage: jpeg,
    ...changes,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value)
    else if (value) form.append(name, new Blob([new Uint8Array(value)], { type: 'image/jpeg' }), `${name}.jpg`)
  }
  return form
}
