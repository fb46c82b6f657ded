# The comments of a header, as Doxygen wants them: "//" is "///", behind a declaration "///<". They are plain text.
function plain(text) {
    gsub(/[\\@&$#%"]/, "\\\\&", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/::/, "\\::", text)
    return text
}
NR == 1 { print FILENAME ~ /\/sluice\.hpp$/ ? "/// \\mainpage" : "/// \\file" }
/^ *\/\/ ---|NOLINT/ { print ""; next }
/^ *\/\/   / {  # an example
    print substr($0, 1, index($0, "//") - 1) "///  " substr($0, index($0, "//") + 2)
    next
}
/^ *\/\// {
    at = index($0, "//")
    print substr($0, 1, at - 1) (at > 24 ? "///<" : "///") plain(substr($0, at + 2))
    next
}
(at = index($0, "  // ")) > 0 && substr($0, 1, at) !~ /^ *(}|#)/ {
    print substr($0, 1, at - 1) "  ///<" plain(substr($0, at + 4))
    next
}
{ print }
