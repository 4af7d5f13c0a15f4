import Search from 'lucide-react/icons/search'
import { cx } from './class-names.ts'
import { Field } from './field.tsx'
import { InputWith } from './input.tsx'

/** The search of a list. On a phone it is named by its icon, and shares its line with the button for the filters. */
export const SearchField = ({
  placeholder,
  value,
  onType,
  className = 'md:w-64',
}: {
  placeholder: string
  value: string
  onType: (text: string) => void
  /** Its width at a desk. */
  className?: string
}) => (
  <Field
    label={<span className="max-md:sr-only">Search</span>}
    className={cx('flex-1 basis-40 max-md:gap-0 md:flex-none', className)}
  >
    {(control) => (
      <InputWith
        {...control}
        type="search"
        before={<Search aria-hidden />}
        placeholder={placeholder}
        maxLength={100}
        value={value}
        onChange={(event) => onType(event.target.value)}
        className="text-ellipsis"
      />
    )}
  </Field>
)
