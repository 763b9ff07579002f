package dev.fkc.registry;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.fkc.registry.VerificationLedger.Pass;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a ledger, version 1:
 *
 * <pre>{@code
 * {"fkc_ledger": 1,
 *  "passes": [
 *    {"entry_point": "..::fkc::flip_bf16", "backend": "Vulkan", "dtypes": ["BF16", "BF16"],
 *     "revision_hash": "2ab9fbf275e49de2", "claim": "bit_stable=true max_ulp=0.0 ..",
 *     "device_kind": "discrete", "device": "..", "cases": 200}]}
 * }</pre>
 *
 * <p>Every field is required, and none may repeat. Fields that are not known are passed over.
 */
final class LedgerFormat {
  private static final int VERSION = 1;
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String name;
  private final JsonParser parser;

  private LedgerFormat(String name, JsonParser parser) {
    this.name = name;
    this.parser = parser;
  }

  static List<Pass> read(String name, String json) {
    try (JsonParser parser = JSON.createParser(json)) {
      return new LedgerFormat(name, parser).ledger();
    } catch (JsonProcessingException e) {
      throw new LedgerException(at(name, e.getLocation()) + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String write(List<Pass> passes) {
    StringWriter out = new StringWriter();
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentArraysWith(DefaultPrettyPrinter.NopIndenter.instance);
    printer.indentObjectsWith(new DefaultIndenter("  ", "\n"));
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.setPrettyPrinter(printer);
      json.writeStartObject();
      json.writeNumberField("fkc_ledger", VERSION);
      json.writeArrayFieldStart("passes");
      for (Pass pass : passes) {
        write(json, pass);
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.append('\n').toString();
  }

  private static void write(JsonGenerator json, Pass pass) throws IOException {
    json.writeStartObject();
    json.writeStringField("entry_point", pass.entryPoint());
    json.writeStringField("backend", pass.backend().name());
    json.writeArrayFieldStart("dtypes");
    for (DType dtype : pass.dtypes()) {
      json.writeString(dtype.token());
    }
    json.writeEndArray();
    json.writeStringField("revision_hash", RevisionHash.text(pass.revisionHash()));
    json.writeStringField("claim", pass.claim());
    json.writeStringField("device_kind", pass.deviceKind());
    json.writeStringField("device", pass.device());
    json.writeNumberField("cases", pass.cases());
    json.writeEndObject();
  }

  private List<Pass> ledger() throws IOException {
    List<Pass> passes = null;
    boolean versioned = false;
    expect(parser.nextToken(), JsonToken.START_OBJECT, "a ledger object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (field.equals("fkc_ledger")) {
        expect(value, JsonToken.VALUE_NUMBER_INT, "a version number");
        if (!parser.getText().equals(Integer.toString(VERSION))) {
          throw problem("ledger version " + parser.getText() + "; " + VERSION + " is supported");
        }
        versioned = true;
      } else if (field.equals("passes")) {
        passes = passes(value);
      } else {
        parser.skipChildren();
      }
    }
    if (!versioned || passes == null) {
      throw problem("a ledger needs the fields fkc_ledger and passes");
    }
    if (parser.nextToken() != null) {
      throw problem("text after the ledger");
    }
    return passes;
  }

  private List<Pass> passes(JsonToken array) throws IOException {
    expect(array, JsonToken.START_ARRAY, "a list of passes");
    List<Pass> passes = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(parser.currentToken(), JsonToken.START_OBJECT, "a pass object");
      passes.add(pass());
    }
    return passes;
  }

  private Pass pass() throws IOException {
    Map<String, String> texts = new HashMap<>();
    List<DType> dtypes = null;
    long cases = 0;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      switch (field) {
        case "dtypes" -> dtypes = dtypes(value);
        case "cases" -> cases = cases(value);
        case "entry_point", "backend", "revision_hash", "claim", "device_kind", "device" -> {
          expect(value, JsonToken.VALUE_STRING, "a string for " + field);
          texts.put(field, parser.getText());
        }
        default -> parser.skipChildren();
      }
    }
    if (dtypes == null || cases == 0) {
      throw problem("a pass without " + (dtypes == null ? "dtypes" : "cases"));
    }
    return new Pass(
        new BackendId(text(texts, "backend")),
        dtypes,
        revisionHash(text(texts, "revision_hash")),
        text(texts, "claim"),
        text(texts, "device_kind"),
        text(texts, "entry_point"),
        text(texts, "device"),
        cases);
  }

  private String text(Map<String, String> texts, String field) {
    String text = texts.get(field);
    if (text == null) {
      throw problem("a pass without " + field);
    }
    return text;
  }

  private long revisionHash(String text) {
    return RevisionHash.parse(text)
        .orElseThrow(() -> problem("revision_hash \"" + text + "\" is not 1 to 16 hex digits"));
  }

  private long cases(JsonToken value) throws IOException {
    expect(value, JsonToken.VALUE_NUMBER_INT, "a number of cases");
    long cases = parser.getLongValue();
    if (cases < 1) {
      throw problem("a pass of " + cases + " cases; 1 or more is needed");
    }
    return cases;
  }

  private List<DType> dtypes(JsonToken array) throws IOException {
    expect(array, JsonToken.START_ARRAY, "a list of dtypes");
    List<DType> dtypes = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(parser.currentToken(), JsonToken.VALUE_STRING, "a dtype");
      String token = parser.getText();
      dtypes.add(DType.ofToken(token).orElseThrow(() -> problem("no dtype " + token)));
    }
    return dtypes;
  }

  private void expect(@Nullable JsonToken found, JsonToken expected, String what) {
    if (found != expected) {
      throw problem("expected " + what + ", found " + (found == null ? "the end" : found));
    }
  }

  private LedgerException problem(String message) {
    return new LedgerException(at(name, parser.currentTokenLocation()) + message);
  }

  private static String at(String name, @Nullable JsonLocation place) {
    return place == null
        ? name + ": "
        : name + ":" + place.getLineNr() + ":" + place.getColumnNr() + ": ";
  }
}
