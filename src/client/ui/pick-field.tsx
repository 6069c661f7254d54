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
  /** Shown at the far end: a phone code. */
  aside?: ReactNode
}

type PickListProps = {
  options: readonly PickOption[]
  value: string
  /** The label of the search field. */
  searchLabel: string
  onPick: (value: string) => void
  /** Accepts typed text that is not in the list. */
  free?: boolean
  id?: string
}

const Row = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    width: 'full',
    minHeight: 'tap',
    paddingInline: '3',
    borderRadius: 'md',
    textAlign: 'start',
    _hover: { bg: 'hover' },
  },
})

/** A list with a search field: for more options than a phone's own picker shows well. */
export function PickList({ options, value, searchLabel, onPick, free = false, id }: PickListProps) {
  const { t } = useTranslation('ui')
  const [typed, setTyped] = useState('')
  const wanted = plain(typed)
  const namesOf = ({ label, names = [] }: PickOption) => [label, ...names].map(plain)
  const found = options.filter((option) => namesOf(option).some((name) => name.includes(wanted)))
  const isListed = found.some((option) => namesOf(option).includes(wanted))
  return (
    <chakra.div display="grid" gap="3" minHeight="min(60dvh, 26rem)" alignContent="start">
      <SearchField label={searchLabel} value={typed} onChange={setTyped} />
      <chakra.ul id={id} display="grid" gap="0.5">
        {free && wanted !== '' && !isListed && (
          <li>
            <Row type="button" onClick={() => onPick(typed.trim())} color="gold" fontWeight="semibold">
              {t('pick.use', { text: typed.trim() })}
            </Row>
          </li>
        )}
        {found.map((option) => (
          <li key={option.value}>
            <Row
              type="button"
              aria-current={option.value === value ? 'true' : undefined}
              onClick={() => onPick(option.value)}
            >
              <chakra.span flex="1" minWidth="0">
                {option.label}
              </chakra.span>
              {option.aside && <chakra.bdi color="fg.muted">{option.aside}</chakra.bdi>}
              {option.value === value && <Check size={18} aria-hidden="true" />}
            </Row>
          </li>
        ))}
      </chakra.ul>
      {found.length === 0 && !free && (
        <chakra.p role="status" fontSize="sm" color="fg.muted" textAlign="center" paddingBlock="4">
          {t('pick.none')}
        </chakra.p>
      )}
    </chakra.div>
  )
}

/** Makes the digits of all scripts match each other. */
const plain = (text: string) => toAsciiDigits(toPersianText(text)).toLowerCase()

type PickFieldProps = FieldProps &
  Omit<PickListProps, 'onPick'> & {
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
