import { chakra } from '@chakra-ui/react'
import { Camera, Check, ImagePlus, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

type FileFieldProps = FieldProps & {
  file: File | undefined
  onChange: (file: File | undefined) => void
  name: string
  /** The server already has a picture; a new one replaces it. */
  received?: boolean
  /** Offers a phone's camera in addition to stored pictures, for documents at hand. */
  camera?: boolean
}

const Drop = chakra('div', {
  base: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    gap: '1',
    minHeight: '8.5rem',
    padding: '3',
    bg: 'sunken',
    borderWidth: '1.5px',
    borderStyle: 'dashed',
    borderColor: 'line.strong',
    borderRadius: 'lg',
    overflow: 'hidden',
    textAlign: 'center',
    transition: 'border-color 140ms',
    _hover: { borderColor: 'gold' },
    '&:has(:focus-visible)': { borderColor: 'gold', boxShadow: '0 0 0 1px var(--k-colors-gold)' },
    '&:has([aria-invalid=true])': { borderColor: 'sell' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', fontSize: '0' },
  },
})

/**
 * Picks a picture from a file or the camera and shows it. The real input covers the box, so that dropping works too. Chakra's FileUpload takes
 * 14.0 KB for the same.
 */
export function FileField(props: FileFieldProps) {
  const { file, onChange, name, received = false, camera = false } = props
  const { t } = useTranslation('ui')
  // A file that is not a picture has no preview; its problem is shown below.
  const preview = usePreview(file?.type.startsWith('image/') ? file : undefined)
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <>
          <Drop>
            {preview ? (
              <>
                <chakra.img src={preview} alt="" maxHeight="7rem" borderRadius="sm" objectFit="contain" />
                <chakra.span display="inline-flex" gap="1.5" alignItems="center" fontSize="xs" color="fg.muted">
                  <RefreshCw size={13} aria-hidden="true" />
                  {t('file.change')}
                </chakra.span>
              </>
            ) : (
              <chakra.span display="grid" justifyItems="center" gap="1.5" fontSize="sm" color="fg.muted">
                {received ? <Check size={24} aria-hidden="true" /> : <ImagePlus size={24} aria-hidden="true" />}
                {received ? t('file.received') : t('file.pick')}
                <chakra.span fontSize="xs" color="fg.faint">
                  {t('file.kinds')}
                </chakra.span>
              </chakra.span>
            )}
            <input
              {...ids}
              type="file"
              name={name}
              accept="image/png,image/jpeg"
              disabled={props.disabled}
              onChange={(event) => onChange(event.currentTarget.files?.[0] ?? undefined)}
            />
          </Drop>
          {camera && <CameraButton label={props.label} onChange={onChange} />}
        </>
      )}
    </FieldFrame>
  )
}

const CameraLabel = chakra('label', {
  base: {
    display: 'none',
    // A desktop has no camera that could photograph a document on the table.
    '@media (pointer: coarse)': { display: 'inline-flex' },
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: 'tap',
    borderRadius: 'md',
    bg: 'hover',
    fontSize: 'sm',
    fontWeight: 'semibold',
    cursor: 'pointer',
    '&:has(:focus-visible)': { outline: '2px solid var(--k-colors-gold)', outlineOffset: '2px' },
  },
})

/** Opens a phone's camera directly; the box above offers stored pictures. */
function CameraButton({ label, onChange }: Pick<FileFieldProps, 'label' | 'onChange'>) {
  const { t } = useTranslation('ui')
  return (
    <CameraLabel>
      <Camera size={18} aria-hidden="true" />
      {t('file.camera')}
      <chakra.span srOnly>{label}</chakra.span>
      <chakra.input
        type="file"
        accept="image/png,image/jpeg"
        capture="environment"
        srOnly
        onChange={(event) => onChange(event.currentTarget.files?.[0] ?? undefined)}
      />
    </CameraLabel>
  )
}

function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
