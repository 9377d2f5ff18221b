# Calls the library by Ruby's Fiddle, without a compiler. The environment variable MAILUTF_LIBRARY
# is the path of the library.

require "fiddle/import"

module Mailutf
  extend Fiddle::Importer
  dlload ENV.fetch("MAILUTF_LIBRARY")
  extern "const char *mailutf_version(void)"
  extern "void *mailutf_header_text(const char *value, size_t length, void *hints)"
  extern "int mailutf_text_status(void *text)"
  extern "void *mailutf_text_data(void *text)"
  extern "size_t mailutf_text_length(void *text)"
  extern "void mailutf_text_free(void *text)"

  def self.header(value)
    text = mailutf_header_text(value, value.bytesize, nil)
    raise "status #{mailutf_text_status(text)}" unless mailutf_text_status(text).zero?
    mailutf_text_data(text)[0, mailutf_text_length(text)].force_encoding("UTF-8")
  ensure
    mailutf_text_free(text)
  end
end

{ " =?koi8-r?B?8NLJ18XU?=" => "Привет", "=?utf-8?Q?a=00b?=" => "a\0b", "" => "" }.each do |value, expected|
  found = Mailutf.header(value)
  abort "#{value.inspect}: #{found.inspect}" unless found == expected
end
abort "no version" unless Mailutf.mailutf_version.to_s.match?(/\A\d/)
