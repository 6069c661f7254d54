import { chakra } from '@chakra-ui/react'
import { Check, ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { toPersianText } from '#domain/persian-text.ts'
import { FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { SearchField } from './search-field.tsx'
import { Sheet } from './sheet.tsx'

export type PickOption = {
  value: string
  label: string
  /** Other names that the search also matches. */
  names?: readonly string[]
  /** The option's own search, instead of that by its label and names. */
  matches?: (typed: string) => boolean
  /** A picture before the label. The chosen row then has no tick, so that the figures at its end stay in their column. */
  icon?: ReactNode
  /** A second line below the label. */
  text?: ReactNode
  /** Shown at the far end: a price, a phone code. */
  aside?: ReactNode
}

type PickListProps<Option extends PickOption = PickOption> = {
  /** `undefined` until they are loaded; `head` shows what is missing. */
  options: readonly Option[] | undefined
  value: string
  /** The label of the search field. */
  searchLabel: string
  /** Shown between the search field and the list. */
  head?: ReactNode
  /** The sentence for a search without a match. */
  none?: string
  /** Absent where every row is a link. */
  onPick?: (value: string) => void
  /** Accepts typed text that is not in the list. */
  free?: boolean
  /** Replaces the button of a row by a link with its content. */
  link?: (option: Option, content: ReactNode) => ReactNode
  id?: string
}

/** The style of a row, whether it is a button or a link. */
export const pickRow = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: 'tap',
  paddingInline: '3',
  borderRadius: 'md',
  textAlign: 'start',
  _hover: { bg: 'hover' },
  '&[aria-current]': { bg: 'gold.subtle' },
} as const

const Row = chakra('button', { base: pickRow })

/** A list with a search field: for more options than a phone's own picker shows well. */
export function PickList<Option extends PickOption>(props: PickListProps<Option>) {
  const { options, value, searchLabel, head, none, onPick, free = false, link, id } = props
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const wanted = plain(typed)
  const namesOf = ({ label, names = [] }: PickOption) => [label, ...names].map(plain)
  const isWanted = (option: PickOption) =>
    option.matches?.(typed) ?? namesOf(option).some((name) => name.includes(wanted))
  const found = options?.filter(isWanted) ?? []
  const isListed = found.some((option) => namesOf(option).includes(wanted))
  return (
    <chakra.div display="grid" gap="3" minHeight="min(60dvh, 26rem)" alignContent="start">
      <SearchField label={searchLabel} value={typed} onChange={setTyped} />
      {head}
      <chakra.ul id={id} display="grid" gap="0.5">
        {free && wanted !== '' && !isListed && (
          <li>
            <Row type="button" onClick={() => onPick?.(typed.trim())} color="gold" fontWeight="semibold">
              {t('pick.use', { text: typed.trim() })}
            </Row>
          </li>
        )}
        {found.map((option) => (
          <li key={option.value}>
            {link?.(option, <RowContent option={option} />) ?? (
              <Row
                type="button"
                aria-current={option.value === value ? 'true' : undefined}
                onClick={() => onPick?.(option.value)}
              >
                <RowContent option={option} />
                {option.value === value && !option.icon && <Check size={18} aria-hidden="true" />}
              </Row>
            )}
          </li>
        ))}
      </chakra.ul>
      {options && found.length === 0 && !free && (
        <chakra.p role="status" fontSize="sm" color="fg.muted" textAlign="center" paddingBlock="4">
          {none ?? t('pick.none')}
        </chakra.p>
      )}
    </chakra.div>
  )
}

const RowContent = ({ option: { icon, label, text, aside } }: { option: PickOption }) => (
  <>
    {icon}
    <chakra.span flex="1" minWidth="0" fontWeight={icon ? 'semibold' : undefined}>
      {label}
      {text && (
        <chakra.span display="block" fontSize="xs" fontWeight="normal" color="fg.muted">
          {text}
        </chakra.span>
      )}
    </chakra.span>
    {aside && <chakra.bdi color="fg.muted">{aside}</chakra.bdi>}
  </>
)

/** Makes the digits of all scripts match each other. */
const plain = (text: string) => toAsciiDigits(toPersianText(text)).toLowerCase()

type PickFieldProps = FieldProps &
  Pick<PickListProps, 'value' | 'searchLabel' | 'free'> & {
    options: readonly PickOption[]
    name: string
    onChange: (value: string) => void
    /** Called when the sheet is closed, with or without a choice. */
    onBlur?: () => void
  }

const Opener = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    flex: '1',
    minWidth: '0',
    height: '3rem',
    paddingInline: '3.5',
    fontSize: 'md',
    textAlign: 'start',
    outline: 'none!',
    _disabled: { color: 'fg.muted', cursor: 'not-allowed' },
  },
})

/** A field whose value is picked from a sheet with a search field. */
export function PickField(props: PickFieldProps) {
  const { options, value, searchLabel, onChange, onBlur, name, free, disabled } = props
  const [open, setOpen] = useState(false)
  const listId = useId()
  const { t } = useTranslation('ui')
  const chosen = options.find((option) => option.value === value)?.label ?? value
  const close = () => {
    setOpen(false)
    onBlur?.()
  }
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <FieldBox>
          <Opener
            {...ids}
            type="button"
            role="combobox"
            aria-haspopup="dialog"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            name={name}
            value={value}
            disabled={disabled}
            onClick={() => setOpen(true)}
          >
            <chakra.span minWidth="0" truncate color={chosen ? undefined : 'fg.faint'}>
              {chosen || t('pick.choose')}
            </chakra.span>
            <chakra.span flexShrink="0" color="fg.muted">
              <ChevronDown size={18} aria-hidden="true" />
            </chakra.span>
          </Opener>
          <Sheet open={open} title={props.label} onClose={close}>
            <PickList
              id={listId}
              options={options}
              value={value}
              searchLabel={searchLabel}
              free={free ?? false}
              onPick={(picked) => {
                onChange(picked)
                close()
              }}
            />
          </Sheet>
        </FieldBox>
      )}
    </FieldFrame>
  )
}
