/**
 * Markdown and restricted YAML to located fields (format §1 and §2). Nothing here knows what a
 * field means.
 */
@NullMarked
package dev.fkc.document;

import org.jspecify.annotations.NullMarked;
