import { chakra } from '@chakra-ui/react'
import { Globe } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#client/entities/session/session.ts'
import { type Language, useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { PickList, type PickOption } from '#client/ui/pick-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { COUNTRIES, findCountry, IRAN, isIran } from '#domain/countries.ts'
import { useSetCountry } from './account.commands.ts'

type CountryBarProps = { account: Session; asking: boolean; onAsk: (asking: boolean) => void }

/** The country of residence, which decides about the fields of the form. */
export function CountryBar({ account, asking, onAsk }: CountryBarProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  // Only Iranian numbers can sign up, so no choice means Iran, as on the server.
  const { name, code } = findCountry(account.location?.countryName ?? IRAN.name) ?? IRAN
  return (
    <chakra.div display="flex" alignItems="center" gap="3" fontSize="sm" color="fg.muted">
      <Globe size={18} aria-hidden="true" />
      <chakra.span flex="1" minWidth="0">
        {t('country.title')}: <chakra.strong color="fg">{countryName(code, language)}</chakra.strong>
      </chakra.span>
      {!account.pending && (
        <Button variant="ghost" size="sm" onClick={() => onAsk(true)}>
          {t(isIran(name) ? 'country.abroad' : 'country.change')}
        </Button>
      )}
      <CountrySheet open={asking} chosen={name} onClose={() => onAsk(false)} />
    </chakra.div>
  )
}

/** The country's name in the language of the screen, from the browser's own tables. */
function countryName(code: string, language: Language): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** Iran first, then the others by name in the language. */
const optionsIn = (language: Language): readonly PickOption[] =>
  COUNTRIES.map(({ name, code, phoneCode }) => ({
    value: name,
    label: countryName(code, language),
    names: [name, phoneCode],
    aside: <bdi dir="ltr">{showDigits(phoneCode, language)}</bdi>,
  })).sort((one, other) => {
    if (isIran(one.value) !== isIran(other.value)) return isIran(one.value) ? -1 : 1
    return one.label.localeCompare(other.label, language)
  })

function CountrySheet({ open, chosen, onClose }: { open: boolean; chosen: string; onClose: () => void }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const sentenceOf = useSentenceOf()
  const choose = useSetCountry()
  return (
    <Sheet open={open} title={t('country.title')} onClose={onClose}>
      <chakra.div display="grid" gap="3">
        <chakra.p fontSize="sm" color="fg.muted">
          {t('country.text')}
        </chakra.p>
        {choose.isError && <Notice tone="error">{sentenceOf(choose.error)}</Notice>}
        <PickList
          options={optionsIn(language)}
          value={chosen}
          searchLabel={t('country.search')}
          onPick={(name) => choose.mutate(name, { onSuccess: onClose })}
        />
      </chakra.div>
    </Sheet>
  )
}
