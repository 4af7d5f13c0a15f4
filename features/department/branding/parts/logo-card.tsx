import ImageUp from 'lucide-react/icons/image-up'
import { useRef, useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { native } from '#platform/web/native-app.ts'
import { useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { Confirm } from '#platform/web/ui/dialog.tsx'
import { FieldError } from '#platform/web/ui/field.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { readBranding, removeLogo, uploadLogo } from '../contract.ts'
import { LOGO_BYTES } from '../rules.ts'

const stale = [readBranding] as const
type Logo = NonNullable<OutputOf<typeof readBranding>['logo']>

/** The upload's contract has no field for the file: the form sends it next to the fields. */
const withFile = <I extends object>(input: I, file: File): I => Object.assign(input, { file })

const Shown = ({ logo, name }: { logo: Logo; name: string }) => (
  <div className="grid grid-cols-2 overflow-hidden rounded-ui border border-line">
    {(['bg-white', 'bg-black'] as const).map((ground) => (
      <div key={ground} className={cx('flex min-h-32 items-center justify-center p-4', ground)}>
        <img
          src={(native.app?.origin ?? '') + logo.url}
          width={logo.width}
          height={logo.height}
          alt={ground === 'bg-white' ? `Logo of ${name} on white` : `Logo of ${name} on black`}
          className="max-h-24 w-auto max-w-full object-contain"
        />
      </div>
    ))}
  </div>
)

const Remove = () => {
  const [open, setOpen] = useState(false)
  const remove = useWrite(removeLogo, { invalidates: stale })
  return (
    <>
      <Button look="danger-quiet" wide onClick={() => setOpen(true)}>
        Remove logo
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title="Remove logo?"
        text="The logo disappears from screens and new emails. You can upload another at any time."
        action="Remove logo"
        onConfirm={async () => {
          await remove.run({})
          toast.success('Logo removed', 'Every open screen updates.')
        }}
      />
    </>
  )
}

/** A chosen file is uploaded and shown everywhere; the server re-encodes it. */
export const LogoCard = ({ logo, name }: { logo: Logo | null; name: string }) => {
  const input = useRef<HTMLInputElement>(null)
  const upload = useWrite(uploadLogo, { invalidates: stale })
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file || upload.pending) return
    setProblem(null)
    // The server refuses it as well; this saves waiting for an upload that cannot succeed.
    if (file.size > LOGO_BYTES) return setProblem('The file is larger than 2 MB. Choose a smaller file.')
    try {
      await upload.run(withFile({}, file))
      toast.success('Logo saved', 'Every open screen updates.')
    } catch (error) {
      const { title, text } = wordsFor(error)
      setProblem(`${title}. ${text}`)
    }
  }
  return (
    <Card title="Logo" hint="PNG, JPEG or WebP, up to 2 MB and 16 megapixels. Applies right away.">
      <div className="flex flex-col gap-4">
        {logo ? (
          <Shown logo={logo} name={name} />
        ) : (
          <p className="rounded-ui border border-dashed border-line-strong px-4 py-8 text-center text-soft">
            No logo yet. A wide logo with a transparent background works best.
          </p>
        )}
        {upload.pending && (
          <Progress label="Uploading logo" done={upload.progress?.sent ?? 0} of={upload.progress?.total ?? null} />
        )}
        {problem && <FieldError>{problem}</FieldError>}
        <div className="flex flex-col gap-2 md:flex-row">
          <Button
            look={logo ? 'plain' : 'primary'}
            wide
            icon={<ImageUp aria-hidden />}
            busy={upload.pending}
            onClick={() => input.current?.click()}
          >
            {logo ? 'Choose another' : 'Choose a logo'}
          </Button>
          {logo && <Remove />}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-label="Logo file"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </Card>
  )
}
